// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.stacks;

import org.eclipse.osgi.util.NLS;

/** The texts of this package, from messages.properties. */
final class Messages extends NLS {
	public static String cut = "";
	public static String empty = "";
	public static String missing = "";
	public static String rank = "";
	public static String ranks = "";
	public static String readAt = "";
	public static String reading = "";
	public static String readingJob = "";
	public static String running = "";
	public static String source = "";
	public static String treeName = "";
	public static String unreadable = "";

	static {
		NLS.initializeMessages("org.pmix4e.ui.internal.stacks.messages", Messages.class);
	}

	private Messages() {
	}
}
