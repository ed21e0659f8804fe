// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests;

import java.io.IOException;
import java.nio.ByteBuffer;

import org.pmix4j.job.InputSource;
import org.pmix4j.job.StdinSpec;

/** Standard input that gives rank 0 one line at a moment that the test chooses, as a signal to proceed. */
final class OneLine implements InputSource {
	/** Blocks until the moment for the line. */
	interface Moment {
		void await() throws InterruptedException;
	}

	private final Moment moment;
	private boolean given;

	private OneLine(Moment moment) {
		this.moment = moment;
	}

	static StdinSpec whenTold(Moment moment) {
		return StdinSpec.toRankZero(new OneLine(moment));
	}

	@Override
	public int read(ByteBuffer target) throws IOException {
		if (given) {
			return -1;
		}
		try {
			moment.await();
		} catch (InterruptedException e) {
			throw new IOException(e);
		}
		given = true;
		target.put((byte) 'x').put((byte) '\n');
		return 2;
	}

	@Override
	public void close() {
		// there is nothing to close
	}
}
