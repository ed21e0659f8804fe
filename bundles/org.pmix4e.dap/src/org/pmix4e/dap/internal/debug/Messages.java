// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.internal.debug;

import org.eclipse.osgi.util.NLS;

/** The messages of this package, from messages.properties; all are patterns of {@link java.text.MessageFormat}. */
final class Messages extends NLS {
	public static String NativeDebuggers_none = "";
	public static String NativeDebuggers_wrong = "";
	public static String NativeRankDebugger_byHand = "";
	public static String NativeRankDebugger_noAdapter = "";
	public static String NativeRankDebugger_noSuchAdapter = "";
	public static String NativeRankDebugger_notAttached = "";
	public static String NativeRankDebugger_others = "";
	public static String NativeRankDebugger_release = "";

	static {
		NLS.initializeMessages("org.pmix4e.dap.internal.debug.messages", Messages.class);
	}

	private Messages() {
	}
}
