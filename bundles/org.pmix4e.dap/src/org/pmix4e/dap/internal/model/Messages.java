// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.internal.model;

import org.eclipse.osgi.util.NLS;

/** The messages of this package, from messages.properties; all are patterns of {@link java.text.MessageFormat}. */
final class Messages extends NLS {
	public static String NativeTarget_noMemory = "";
	public static String NativeThread_name = "";
	public static String NativeThread_signal = "";

	static {
		NLS.initializeMessages("org.pmix4e.dap.internal.model.messages", Messages.class);
	}

	private Messages() {
	}
}
