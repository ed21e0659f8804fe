// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.preferences;

import org.eclipse.osgi.util.NLS;

/** The texts of this package, from messages.properties. */
final class Messages extends NLS {
	public static String description = "";
	public static String ranks = "";
	public static String tag = "";
	public static String tagNone = "";
	public static String tagRank = "";
	public static String tagJob = "";
	public static String tagDetailed = "";
	public static String killTimeout = "";
	public static String log = "";
	public static String output = "";

	static {
		NLS.initializeMessages("org.pmix4e.ui.internal.preferences.messages", Messages.class);
	}

	private Messages() {
	}
}
