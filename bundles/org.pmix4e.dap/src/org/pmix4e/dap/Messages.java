// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap;

import org.eclipse.osgi.util.NLS;

/** The messages of this package, from messages.properties; all are patterns of {@link java.text.MessageFormat}. */
final class Messages extends NLS {
	public static String NativeLineBreakpoint_label = "";

	static {
		NLS.initializeMessages("org.pmix4e.dap.messages", Messages.class);
	}

	private Messages() {
	}
}
