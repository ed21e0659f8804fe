// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.internal.adapter;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** The output of an adapter, which ends without an error when the adapter is killed. Read by the thread of the protocol. */
final class AdapterOutput extends FilterInputStream {
	private static final int END = -1;

	AdapterOutput(InputStream output) {
		super(output);
	}

	@Override
	public int read() {
		try {
			return super.read();
		} catch (IOException e) {
			return END; // closed; the session tells the reason
		}
	}

	@Override
	public int read(byte[] bytes, int offset, int length) {
		try {
			return super.read(bytes, offset, length);
		} catch (IOException e) {
			return END; // closed; the session tells the reason
		}
	}
}
