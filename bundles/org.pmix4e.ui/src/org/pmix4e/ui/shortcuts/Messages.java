// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.shortcuts;

import org.eclipse.osgi.util.NLS;

/** The texts of this package; see messages.properties. */
final class Messages extends NLS {
	static String title;
	static String searching;
	static String nothing;
	static String chooseProgram;
	static String chooseConfiguration;

	static {
		NLS.initializeMessages("org.pmix4e.ui.shortcuts.messages", Messages.class);
	}

	private Messages() {
	}
}
