// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal;

import org.eclipse.osgi.util.NLS;

/** The texts of this plug-in, from messages.properties. */
public final class Messages extends NLS {
	// Elements of the job model, their commands, and the view PMIx Jobs
	public static String column_name = "";
	public static String column_state = "";
	public static String column_pid = "";
	public static String column_exit = "";
	public static String column_details = "";
	public static String column_directory = "";
	public static String name_server = "";
	public static String name_session = "";
	public static String name_rank = "";
	public static String name_range = "";
	public static String session_allocation = "";
	public static String slots = "";
	public static String ranks = "";
	public static String count = "";
	public static String job = "";
	public static String state_starting = "";
	public static String state_running = "";
	public static String state_connected = "";
	public static String state_waiting = "";
	public static String state_suspended = "";
	public static String state_finalized = "";
	public static String state_exited = "";
	public static String state_finished = "";
	public static String state_killed = "";
	public static String state_failed = "";
	public static String restart_task = "";
	public static String restart_runsOn = "";
	public static String terminate_title = "";
	public static String terminate_sessions = "";
	public static String terminate_confirm = "";
	public static String view_empty = "";
	public static String view_treeName = "";
	public static String banner_failure = "";
	public static String banner_millis = "";
	public static String banner_seconds = "";
	public static String banner_others = "";
	public static String banner_tooltip = "";
	public static String banner_close = "";
	public static String properties_table = "";
	public static String keyValues_table = "";
	public static String properties_name = "";
	public static String properties_value = "";
	public static String keyValues_key = "";
	public static String keyValues_realm = "";
	public static String keyValues_asking = "";
	public static String keyValues_all = "";
	public static String keyValues_more = "";
	public static String keyValues_none = "";
	public static String property_name = "";
	public static String property_kind = "";
	public static String property_state = "";
	public static String property_address = "";
	public static String property_number = "";
	public static String property_directory = "";
	public static String property_slots = "";
	public static String property_nodes = "";
	public static String property_namespace = "";
	public static String property_ordered = "";
	public static String property_ended = "";
	public static String property_exit = "";
	public static String property_message = "";
	public static String property_ranks = "";
	public static String property_started = "";
	public static String property_connected = "";
	public static String property_failure = "";
	public static String property_program = "";
	public static String property_arguments = "";
	public static String property_rank = "";
	public static String property_pid = "";
	public static String property_node = "";
	public static String property_reason = "";
	public static String property_processors = "";
	public static String property_notBound = "";
	public static String property_spawner = "";
	public static String property_stop = "";
	public static String property_waits = "";
	public static String property_allocation = "";
	public static String property_deadline = "";
	public static String kind_server = "";
	public static String kind_session = "";
	public static String kind_namespace = "";
	public static String kind_app = "";
	public static String kind_range = "";
	public static String kind_rank = "";
	public static String directory_title = "";
	public static String directory_gone = "";
	public static String directory_notShown = "";
	public static String attach_title = "";
	public static String attach_searching = "";
	public static String attach_none = "";
	public static String attach_choose = "";
	public static String attach_program = "";
	public static String attach_found = "";
	public static String attach_servers = "";
	public static String attach_address = "";
	public static String attach_hint = "";
	public static String attach_failed = "";
	public static String server_lost = "";

	// Process Map
	public static String map_map = "";
	public static String map_table = "";
	public static String map_title = "";
	public static String map_core = "";
	public static String map_socket = "";
	public static String map_notUsable = "";
	public static String map_tip = "";
	public static String map_bound = "";
	public static String map_notBound = "";
	public static String map_accessible = "";
	public static String map_accessible_table = "";
	public static String map_ranks = "";
	public static String map_column_rank = "";
	public static String map_column_state = "";
	public static String map_column_node = "";
	public static String map_column_bound = "";
	public static String map_column_pid = "";

	// PMIx Output
	public static String outputView_badRanks = "";
	public static String outputView_dropped = "";
	public static String outputView_dropped_no_log = "";
	public static String outputView_earlier = "";
	public static String outputView_earlier_no_log = "";
	public static String outputView_opening = "";
	public static String outputView_filter = "";
	public static String outputView_filter_hint = "";
	public static String outputView_input = "";
	public static String outputView_input_hint = "";
	public static String outputView_input_failed = "";
	public static String outputView_input_notRead = "";
	public static String outputView_input_none_hint = "";
	public static String outputView_input_target = "";
	public static String outputView_input_all = "";
	public static String outputView_input_rank = "";
	public static String outputView_input_selected = "";
	public static String outputView_input_none = "";
	public static String outputView_input_end = "";
	public static String outputView_save = "";
	public static String outputView_no_rank = "";
	public static String outputView_no_output = "";
	public static String outputView_no_log = "";
	public static String outputView_large_log = "";
	public static String outputView_log_title = "";
	public static String outputView_log_failed = "";
	public static String outputView_save_failed = "";
	public static String outputView_text_name = "";

	// PMIx Events
	public static String events_line = "";
	public static String events_table = "";
	public static String events_job = "";
	public static String events_rank = "";
	public static String events_tip = "";
	public static String events_millis = "";
	public static String events_accessible = "";
	public static String events_accessible_rank = "";
	public static String events_accessible_table = "";
	public static String events_export = "";
	public static String events_export_failed = "";
	public static String events_column_time = "";
	public static String events_column_rank = "";
	public static String events_column_event = "";
	public static String events_column_duration = "";

	// Stacks of ranks
	public static String stacks_cut = "";
	public static String stacks_empty = "";
	public static String stacks_rank = "";
	public static String stacks_ranks = "";
	public static String stacks_reading = "";
	public static String stacks_running = "";
	public static String stacks_source = "";
	public static String stacks_treeName = "";
	public static String stacks_unreadable = "";

	// Sets of ranks in the Debug view
	public static String sets_rank = "";
	public static String sets_ranks = "";
	public static String sets_suspend = "";
	public static String sets_resume = "";
	public static String sets_step = "";
	public static String sets_signal_title = "";
	public static String sets_signal_message = "";
	public static String sets_choose_title = "";
	public static String sets_choose_message = "";
	public static String sets_choose_invalid = "";
	public static String sets_current_rank = "";
	public static String sets_current_ranks = "";
	public static String sets_current_pid = "";
	public static String sets_current_tooltip = "";

	// Consoles of ranks
	public static String console_rankConsole = "";
	public static String console_rankConsole_ended = "";
	public static String console_dropped = "";

	// Run As
	public static String shortcut_title = "";
	public static String shortcut_searching = "";
	public static String shortcut_nothing = "";
	public static String shortcut_noSelection = "";
	public static String shortcut_chooseProgram = "";
	public static String shortcut_chooseConfiguration = "";

	// Tabs of the launch dialog
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

	// Breakpoint properties
	public static String breakpoint_ranks = "";
	public static String breakpoint_ranks_hint = "";
	public static String breakpoint_ranks_help = "";
	public static String breakpoint_ranks_invalid = "";

	// Preferences
	public static String preferences_description = "";
	public static String preferences_ranks = "";
	public static String preferences_tag = "";
	public static String preferences_output = "";
	public static String preferences_log = "";
	public static String preferences_killTimeout = "";

	// Closing the workbench
	public static String closing = "";
	public static String closing_job = "";
	public static String closing_jobs = "";
	public static String closing_end = "";
	public static String closing_cancel = "";

	static {
		NLS.initializeMessages("org.pmix4e.ui.internal.messages", Messages.class);
	}

	private Messages() {
	}
}
