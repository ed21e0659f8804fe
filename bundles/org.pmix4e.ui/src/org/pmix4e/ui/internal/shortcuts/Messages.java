// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.shortcuts;

import org.eclipse.osgi.util.NLS;

/** The texts of this package, from messages.properties. */
final class Messages extends NLS {
	public static String title = "";
	public static String searching = "";
	public static String nothing = "";
	public static String noSelection = "";
	public static String chooseProgram = "";
	public static String chooseConfiguration = "";

	static {
		NLS.initializeMessages("org.pmix4e.ui.internal.shortcuts.messages", Messages.class);
	}

	private Messages() {
	}
}
