// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.tabs;

import org.eclipse.osgi.util.NLS;

/** The texts of this package, from messages.properties. */
final class Messages extends NLS {
	public static String main_name = "";
	public static String main_message = "";
	public static String main_kind = "";
	public static String main_kindExecutable = "";
	public static String main_kindJava = "";
	public static String main_program = "";
	public static String main_programHint = "";
	public static String main_workspace = "";
	public static String main_fileSystem = "";
	public static String main_variables = "";
	public static String main_chooseProgram = "";
	public static String main_chooseProgramMessage = "";
	public static String main_project = "";
	public static String main_browse = "";
	public static String main_chooseProject = "";
	public static String main_chooseProjectMessage = "";
	public static String main_mainType = "";
	public static String main_search = "";
	public static String main_chooseType = "";
	public static String main_chooseTypeMessage = "";
	public static String main_noType = "";
	public static String main_vmArguments = "";
	public static String main_ranks = "";
	public static String main_processors = "";
	public static String main_arguments = "";
	public static String main_argumentVariables = "";
	public static String main_morePrograms = "";
	public static String main_moreRanks = "";
	public static String main_moreProgram = "";
	public static String main_moreArguments = "";
	public static String main_moreAdd = "";
	public static String main_moreRemove = "";
	public static String placement_name = "";
	public static String placement_nodes = "";
	public static String placement_hosts = "";
	public static String placement_hostsHint = "";
	public static String placement_hostfile = "";
	public static String placement_ranks = "";
	public static String placement_mapBy = "";
	public static String placement_rankBy = "";
	public static String placement_bindTo = "";
	public static String placement_preview = "";
	public static String placement_policies = "";
	public static String placement_columnPlace = "";
	public static String placement_columnProcessors = "";
	public static String placement_node = "";
	public static String placement_oversubscribed = "";
	public static String placement_rank = "";
	public static String placement_rankOfProgram = "";
	public static String placement_more = "";
	public static String output_name = "";
	public static String output_lines = "";
	public static String output_tag = "";
	public static String output_tagNone = "";
	public static String output_tagRank = "";
	public static String output_tagJob = "";
	public static String output_tagDetailed = "";
	public static String output_timestamp = "";
	public static String output_raw = "";
	public static String output_noPty = "";
	public static String output_files = "";
	public static String output_directory = "";
	public static String output_directoryHint = "";
	public static String output_filesOnly = "";
	public static String output_input = "";
	public static String output_stdin = "";
	public static String output_stdinAll = "";
	public static String output_stdinNone = "";
	public static String output_stdinFile = "";
	public static String pmix_name = "";
	public static String pmix_limits = "";
	public static String pmix_timeout = "";
	public static String pmix_killTimeout = "";
	public static String pmix_startLimit = "";
	public static String pmix_reportWaits = "";
	public static String pmix_reportStates = "";
	public static String pmix_stackTraces = "";
	public static String pmix_failures = "";
	public static String pmix_continue = "";
	public static String pmix_maxRestarts = "";
	public static String pmix_debug = "";
	public static String pmix_debugRanks = "";
	public static String pmix_debugRanksHint = "";
	public static String pmix_debugRanksHelp = "";
	public static String pmix_suspendAll = "";
	public static String pmix_suspendAllHelp = "";
	public static String pmix_stopInInit = "";
	public static String pmix_stopInApp = "";
	public static String pmix_breakpoint = "";
	public static String pmix_breakpointHint = "";
	public static String pmix_stopOnExec = "";
	public static String pmix_session = "";
	public static String pmix_sessionDirectory = "";
	public static String pmix_sessionDirectoryHint = "";
	public static String pmix_browse = "";
	public static String pmix_chooseDirectory = "";
	public static String pmix_chooseDirectoryMessage = "";
	public static String pmix_processSet = "";
	public static String pmix_prefix = "";

	static {
		NLS.initializeMessages("org.pmix4e.ui.internal.tabs.messages", Messages.class);
	}

	private Messages() {
	}
}
