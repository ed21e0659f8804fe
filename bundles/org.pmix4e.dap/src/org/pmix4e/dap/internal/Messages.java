// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.internal;

import org.eclipse.osgi.util.NLS;

/** The texts of this plug-in for users. */
public final class Messages extends NLS {
	public static String AdapterException_ended = "";
	public static String AdapterException_flood = "";
	public static String AdapterException_interrupted = "";
	public static String AdapterException_invalid = "";
	public static String AdapterException_late = "";
	public static String AdapterException_noCore = "";
	public static String AdapterException_noHeader = "";
	public static String AdapterException_noMessages = "";
	public static String AdapterException_noProcess = "";
	public static String AdapterException_notLoaded = "";
	public static String AdapterException_notStarted = "";
	public static String AdapterException_refused = "";
	public static String AdapterException_silent = "";
	public static String AdapterException_tooLong = "";
	public static String AdapterException_traceScope = "";
	public static String NativeDebuggers_noShell = "";
	public static String NativeDebuggers_none = "";
	public static String NativeDebuggers_noneForCore = "";
	public static String NativeDebuggers_wrong = "";
	public static String NativeLineBreakpoint_label = "";
	public static String NativeRankDebugger_byHand = "";
	public static String NativeRankDebugger_noAdapter = "";
	public static String NativeRankDebugger_noSuchAdapter = "";
	public static String NativeRankDebugger_notAttached = "";
	public static String NativeRankDebugger_others = "";
	public static String NativeRankDebugger_release = "";
	public static String NativeTarget_core = "";
	public static String NativeTarget_noMemory = "";
	public static String NativeThread_name = "";
	public static String NativeThread_signal = "";
	public static String PythonRankDebugger_ended = "";
	public static String PythonRankDebugger_noModule = "";
	public static String PythonRankDebugger_noNode = "";
	public static String PythonRankDebugger_noPort = "";
	public static String PythonRankDebugger_noScript = "";

	static {
		NLS.initializeMessages("org.pmix4e.dap.internal.messages", Messages.class);
	}

	private Messages() {
	}
}
