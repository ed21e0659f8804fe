// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.internal.adapter;

import org.eclipse.osgi.util.NLS;

/** The messages of this package, from messages.properties; all are patterns of {@link java.text.MessageFormat}. */
final class Messages extends NLS {
	public static String AdapterException_ended = "";
	public static String AdapterException_flood = "";
	public static String AdapterException_interrupted = "";
	public static String AdapterException_invalid = "";
	public static String AdapterException_late = "";
	public static String AdapterException_noHeader = "";
	public static String AdapterException_noMessages = "";
	public static String AdapterException_noProcess = "";
	public static String AdapterException_notStarted = "";
	public static String AdapterException_refused = "";
	public static String AdapterException_silent = "";
	public static String AdapterException_tooLong = "";
	public static String AdapterException_traceScope = "";

	static {
		NLS.initializeMessages("org.pmix4e.dap.internal.adapter.messages", Messages.class);
	}

	private Messages() {
	}
}
