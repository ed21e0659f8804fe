// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.breakpoints;

import org.eclipse.osgi.util.NLS;

/** The texts of this package, from messages.properties. */
final class Messages extends NLS {
	public static String ranks = "";
	public static String ranks_hint = "";
	public static String ranks_help = "";
	public static String ranks_invalid = "";

	static {
		NLS.initializeMessages("org.pmix4e.ui.internal.breakpoints.messages", Messages.class);
	}

	private Messages() {
	}
}
