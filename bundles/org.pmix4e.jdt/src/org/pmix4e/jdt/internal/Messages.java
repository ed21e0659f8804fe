// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.jdt.internal;

import org.eclipse.osgi.util.NLS;

/** The messages of this bundle, from messages.properties; all are patterns of {@link java.text.MessageFormat}. */
final class Messages extends NLS {
	public static String JavaCommand_noExecutable = "";
	public static String JavaKind_noJavaProject = "";
	public static String JavaKind_noMachine = "";
	public static String JavaKind_noMain = "";
	public static String JavaKind_noProject = "";
	public static String JavaKind_noType = "";
	public static String JavaKind_projectClosed = "";
	public static String JavaKind_projectMissing = "";
	public static String JavaKind_typeMissing = "";

	static {
		NLS.initializeMessages("org.pmix4e.jdt.internal.messages", Messages.class);
	}

	private Messages() {
	}
}
