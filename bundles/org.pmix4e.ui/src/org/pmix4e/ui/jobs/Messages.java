// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.jobs;

import org.eclipse.osgi.util.NLS;

/** The texts of this package; see messages.properties. */
final class Messages extends NLS {
	static String column_name;
	static String column_state;
	static String column_pid;
	static String column_exit;
	static String column_details;
	static String column_directory;

	static String name_server;
	static String name_session;
	static String name_namespace;
	static String name_app;
	static String name_rank;
	static String slots;
	static String ranks;

	static String state_starting;
	static String state_running;
	static String state_connected;
	static String state_suspended;
	static String state_finalized;
	static String state_exited;
	static String state_finished;
	static String state_killed;
	static String state_failed;

	static String view_empty;
	static String view_treeName;
	static String banner_failure;
	static String banner_others;
	static String banner_tooltip;
	static String banner_close;

	static String property_name;
	static String property_kind;
	static String property_state;
	static String property_address;
	static String property_number;
	static String property_directory;
	static String property_slots;
	static String property_nodes;
	static String property_namespace;
	static String property_ordered;
	static String property_ended;
	static String property_exit;
	static String property_message;
	static String property_ranks;
	static String property_started;
	static String property_connected;
	static String property_failure;
	static String property_program;
	static String property_arguments;
	static String property_rank;
	static String property_pid;
	static String property_node;
	static String property_reason;
	static String kind_server;
	static String kind_session;
	static String kind_namespace;
	static String kind_app;
	static String kind_rank;

	static String directory_title;
	static String directory_gone;
	static String directory_notShown;

	static {
		NLS.initializeMessages("org.pmix4e.ui.jobs.messages", Messages.class);
	}

	private Messages() {
	}
}
