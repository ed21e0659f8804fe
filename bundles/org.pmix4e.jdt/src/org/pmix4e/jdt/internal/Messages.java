// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.jdt.internal;

import org.eclipse.osgi.util.NLS;

/** The texts of this plug-in for users. */
public final class Messages extends NLS {
	public static String JavaCommand_noExecutable = "";
	public static String JavaKind_noJavaProject = "";
	public static String JavaKind_noMachine = "";
	public static String JavaKind_noMain = "";
	public static String JavaKind_noProject = "";
	public static String JavaKind_noType = "";
	public static String JavaKind_projectClosed = "";
	public static String JavaKind_projectMissing = "";
	public static String JavaKind_typeMissing = "";
	public static String JavaRankDebugger_noPort = "";
	public static String JavaRankDebugger_notAttached = "";
	public static String JavaRankDebugger_without = "";
	public static String JdwpOnNode_noAnswer = "";
	public static String JdwpOnNode_noShell = "";
	public static String JdwpServer_noAgent = "";
	public static String JdwpServer_taken = "";

	static {
		NLS.initializeMessages("org.pmix4e.jdt.internal.messages", Messages.class);
	}

	private Messages() {
	}
}
