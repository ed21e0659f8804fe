// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.ui.internal;

import org.eclipse.osgi.util.NLS;

/** The texts of this package, from messages.properties. */
final class Messages extends NLS {
	public static String preferences_adapter = "";
	public static String preferences_browse = "";
	public static String preferences_chooseAdapter = "";
	public static String preferences_description = "";
	public static String preferences_noAdapter = "";
	public static String value_empty = "";
	public static String value_failed = "";
	public static String value_message = "";
	public static String value_title = "";

	static {
		NLS.initializeMessages("org.pmix4e.dap.ui.internal.messages", Messages.class);
	}

	private Messages() {
	}
}
