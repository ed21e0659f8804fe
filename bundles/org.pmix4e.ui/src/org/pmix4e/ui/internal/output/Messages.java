// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.output;

import org.eclipse.osgi.util.NLS;

/** The texts of this package, from messages.properties. */
final class Messages extends NLS {
	public static String badRanks = "";
	public static String dropped = "";
	public static String dropped_no_log = "";
	public static String earlier = "";
	public static String earlier_no_log = "";
	public static String opening = "";
	public static String filter = "";
	public static String filter_hint = "";
	public static String input = "";
	public static String input_hint = "";
	public static String input_failed = "";
	public static String input_notRead = "";
	public static String input_none_hint = "";
	public static String input_target = "";
	public static String input_all = "";
	public static String input_rank = "";
	public static String input_selected = "";
	public static String input_none = "";
	public static String input_end = "";
	public static String save = "";
	public static String no_rank = "";
	public static String no_output = "";
	public static String no_log = "";
	public static String large_log = "";
	public static String log_failed = "";
	public static String log_title = "";
	public static String save_failed = "";
	public static String text_name = "";

	static {
		NLS.initializeMessages("org.pmix4e.ui.internal.output.messages", Messages.class);
	}

	private Messages() {
	}
}
