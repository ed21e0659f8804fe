// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.map;

import org.eclipse.osgi.util.NLS;

/** The texts of this package, from messages.properties. */
final class Messages extends NLS {
	public static String map = "";
	public static String table = "";
	public static String title = "";
	public static String core = "";
	public static String socket = "";
	public static String notUsable = "";
	public static String tip = "";
	public static String bound = "";
	public static String notBound = "";
	public static String accessible = "";
	public static String accessible_table = "";
	public static String ranks = "";
	public static String column_rank = "";
	public static String column_state = "";
	public static String column_node = "";
	public static String column_bound = "";
	public static String column_pid = "";

	static {
		NLS.initializeMessages("org.pmix4e.ui.internal.map.messages", Messages.class);
	}

	private Messages() {
	}
}
