// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal;

import org.eclipse.osgi.util.NLS;

/** The messages of this bundle, from messages.properties. Messages with {0} are patterns of {@link java.text.MessageFormat}. */
public final class Messages extends NLS {
	public static String AttachedServer_title = "";
	public static String ConnectProgress_connected = "";
	public static String ConnectProgress_name = "";
	public static String ConnectionTest_allocation = "";
	public static String ConnectionTest_here = "";
	public static String ConnectionTest_noNodes = "";
	public static String ConnectionTest_nodes = "";
	public static String CoreDebugging_name = "";
	public static String CoreDebugging_noLaunch = "";
	public static String CoreDebugging_noNative = "";
	public static String CoreFile_noProgram = "";
	public static String CoreFile_notCore = "";
	public static String CoreSearch_again = "";
	public static String CoreSearch_limit = "";
	public static String CoreSearch_none = "";
	public static String CoreSearch_other = "";
	public static String CoreSearch_pattern = "";
	public static String CoreSearch_piped = "";
	public static String CoreSearch_systemd = "";
	public static String DebugStops_breakpoint = "";
	public static String DebugStops_debugger = "";
	public static String DebugStops_place = "";
	public static String DebugStops_step = "";
	public static String DebugStops_user = "";
	public static String Debugging_first = "";
	public static String Debugging_firstElsewhere = "";
	public static String Debugging_impossible = "";
	public static String Debugging_noJava = "";
	public static String Debugging_noKind = "";
	public static String Debugging_noNative = "";
	public static String Debugging_wrapped = "";
	public static String EmbeddedServer_closed = "";
	public static String EmbeddedServer_failed = "";
	public static String EmbeddedServer_notStarted = "";
	public static String ExecutableKind_none = "";
	public static String FailureText_address = "";
	public static String FailureText_attachment = "";
	public static String FailureText_foreign = "";
	public static String FailureText_gone = "";
	public static String FailureText_other = "";
	public static String FailureText_serverGone = "";
	public static String FailureText_serverSilent = "";
	public static String FailureText_sessionEnded = "";
	public static String FailureText_sessionForeign = "";
	public static String FailureText_sessionState = "";
	public static String FailureText_sessionUnsupported = "";
	public static String FailureText_slow = "";
	public static String FurtherProgram_none = "";
	public static String FurtherProgram_wrong = "";
	public static String InitWatch_ended = "";
	public static String InitWatch_waiting = "";
	public static String JobLaunchDelegate_starting = "";
	public static String JobProcess_label = "";
	public static String JobProcess_message = "";
	public static String JobRankProcess_label = "";
	public static String JobRankProcess_labelWithPid = "";
	public static String JobStreamMonitor_dropped = "";
	public static String KeyValueText_app = "";
	public static String KeyValueText_bytes = "";
	public static String KeyValueText_global = "";
	public static String KeyValueText_job = "";
	public static String KeyValueText_local = "";
	public static String KeyValueText_node = "";
	public static String KeyValueText_published = "";
	public static String KeyValueText_rank = "";
	public static String KeyValueText_remote = "";
	public static String KeyValueText_session = "";
	public static String LateDebugging_elsewhere = "";
	public static String LateDebugging_noneRuns = "";
	public static String LaunchPlans_elsewhere = "";
	public static String LaunchProcess_noExitValue = "";
	public static String LaunchProgress_spawned = "";
	public static String LaunchValidator_badPath = "";
	public static String LaunchValidator_debugRanks = "";
	public static String LaunchValidator_debugRanksOutside = "";
	public static String LaunchValidator_directoryMissing = "";
	public static String LaunchValidator_noDirectory = "";
	public static String LaunchValidator_openQuote = "";
	public static String LaunchValidator_oversubscribed = "";
	public static String LaunchValidator_sessionDirectoryMissing = "";
	public static String LaunchValidator_sessionDirectoryReadOnly = "";
	public static String LaunchValidator_sessionDirectoryRelative = "";
	public static String LaunchValidator_tooManyRanks = "";
	public static String LaunchValidator_unknownKind = "";
	public static String LocalServer_title = "";
	public static String NamespaceNode_ended = "";
	public static String NamespaceNode_rankTerminated = "";
	public static String NamespaceNode_terminated = "";
	public static String NamespaceNode_wholeOnly = "";
	public static String NoDebugger_ranks = "";
	public static String OutputLog_failed = "";
	public static String OutputLog_full = "";
	public static String ProgramCheck_builtSource = "";
	public static String ProgramCheck_directory = "";
	public static String ProgramCheck_missing = "";
	public static String ProgramCheck_noExecution = "";
	public static String ProgramCheck_notExecutable = "";
	public static String ProgramCheck_notInPath = "";
	public static String ProgramCheck_python = "";
	public static String ProgramCheck_source = "";
	public static String ProgramCheck_unreachable = "";
	public static String RankDebuggerFactory_noCores = "";
	public static String RankDebuggerFactory_thisMachine = "";
	public static String RankNode_terminated = "";
	public static String RankWaits_awaited = "";
	public static String ServerNode_noValues = "";
	public static String SessionNode_notControlled = "";
	public static String WatchedJobProcess_name = "";

	static {
		NLS.initializeMessages("org.pmix4e.core.internal.messages", Messages.class);
	}

	private Messages() {
	}
}
