// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.console;

import org.eclipse.osgi.util.NLS;

/** The texts of this package, from messages.properties. */
final class Messages extends NLS {
	public static String rankConsole = "";
	public static String rankConsole_ended = "";
	public static String dropped = "";

	static {
		NLS.initializeMessages("org.pmix4e.ui.internal.console.messages", Messages.class);
	}

	private Messages() {
	}
}
