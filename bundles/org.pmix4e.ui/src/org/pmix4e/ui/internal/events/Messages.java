// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.events;

import org.eclipse.osgi.util.NLS;

/** The texts of this package, from messages.properties. */
final class Messages extends NLS {
	public static String line = "";
	public static String table = "";
	public static String job = "";
	public static String rank = "";
	public static String tip = "";
	public static String millis = "";
	public static String accessible = "";
	public static String accessible_rank = "";
	public static String accessible_table = "";
	public static String export = "";
	public static String export_failed = "";
	public static String column_time = "";
	public static String column_rank = "";
	public static String column_event = "";
	public static String column_duration = "";

	static {
		NLS.initializeMessages("org.pmix4e.ui.internal.events.messages", Messages.class);
	}

	private Messages() {
	}
}
