// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.internal.adapter;

import java.io.IOException;

/** The failure of a debug adapter. The message is a sentence for users that names the adapter and the reason. */
public final class AdapterException extends IOException {
	private static final long serialVersionUID = 1;

	AdapterException(String message) {
		super(message);
	}

	AdapterException(String message, Throwable cause) {
		super(message, cause);
	}
}
