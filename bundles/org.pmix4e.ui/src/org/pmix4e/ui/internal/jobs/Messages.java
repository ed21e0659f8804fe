// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.jobs;

import org.eclipse.osgi.util.NLS;

/** The texts of this package, from messages.properties. */
final class Messages extends NLS {
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

	public static String keyValues_key = "";
	public static String keyValues_realm = "";
	public static String keyValues_asking = "";
	public static String keyValues_all = "";
	public static String keyValues_more = "";
	public static String keyValues_none = "";
	public static String properties_table = "";
	public static String keyValues_table = "";
	public static String properties_name = "";
	public static String properties_value = "";
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
	public static String property_stop = "";
	public static String property_processors = "";
	public static String property_notBound = "";
	public static String property_spawner = "";
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

	static {
		NLS.initializeMessages("org.pmix4e.ui.internal.jobs.messages", Messages.class);
	}

	private Messages() {
	}
}
