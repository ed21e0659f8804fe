// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.closing;

import org.eclipse.osgi.util.NLS;

/** The texts of this package, from messages.properties. */
final class Messages extends NLS {
	public static String closing = "";
	public static String closing_job = "";
	public static String closing_jobs = "";
	public static String closing_end = "";
	public static String closing_cancel = "";

	static {
		NLS.initializeMessages("org.pmix4e.ui.internal.closing.messages", Messages.class);
	}

	private Messages() {
	}
}
