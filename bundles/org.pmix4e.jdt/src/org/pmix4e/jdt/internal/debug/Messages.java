// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.jdt.internal.debug;

import org.eclipse.osgi.util.NLS;

/** The messages of this package, from messages.properties; all are patterns of {@link java.text.MessageFormat}. */
final class Messages extends NLS {
	public static String JavaRankDebugger_noPort = "";
	public static String JavaRankDebugger_notAttached = "";
	public static String JavaRankDebugger_without = "";
	public static String JdwpServer_noAgent = "";
	public static String JdwpServer_taken = "";

	static {
		NLS.initializeMessages("org.pmix4e.jdt.internal.debug.messages", Messages.class);
	}

	private Messages() {
	}
}
