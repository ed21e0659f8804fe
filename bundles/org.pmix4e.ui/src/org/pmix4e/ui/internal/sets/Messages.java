// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.sets;

import org.eclipse.osgi.util.NLS;

/** The texts of this package, from messages.properties. */
final class Messages extends NLS {
	public static String rank = "";
	public static String ranks = "";
	public static String suspend = "";
	public static String resume = "";
	public static String step = "";
	public static String signal_title = "";
	public static String signal_message = "";
	public static String choose_title = "";
	public static String choose_message = "";
	public static String choose_invalid = "";
	public static String current_rank = "";
	public static String current_ranks = "";
	public static String current_pid = "";
	public static String current_tooltip = "";

	static {
		NLS.initializeMessages("org.pmix4e.ui.internal.sets.messages", Messages.class);
	}

	private Messages() {
	}
}
