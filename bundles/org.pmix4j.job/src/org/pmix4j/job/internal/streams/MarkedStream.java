// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.internal.streams;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;

import org.pmix4j.model.LineMarker;
import org.pmix4j.model.Proc;

/** One stream of one rank on its way to one target, with its marks there. Owned by an {@link OutputFormatter}. */
final class MarkedStream {
	private final Proc proc;
	private final OutputTarget target;
	private final boolean raw;
	private final Optional<LineMarker> marker;

	/**
	 * @param proc   the rank
	 * @param raw    whether bytes without marks follow unfinished lines of other streams directly
	 * @param marker adds the marks; empty for none
	 */
	MarkedStream(Proc proc, OutputTarget target, boolean raw, Optional<LineMarker> marker) {
		this.proc = proc;
		this.target = target;
		this.raw = raw;
		this.marker = marker;
	}

	Proc proc() {
		return proc;
	}

	void write(byte[] bytes, int from, int to) throws IOException {
		if (marker.isPresent()) {
			target.writeLines(this, marker.get().mark(bytes, from, to));
		} else if (raw) {
			target.write(proc, ByteBuffer.wrap(bytes, from, to - from));
		} else {
			target.writeLines(this, ByteBuffer.wrap(bytes, from, to - from));
		}
	}

	/** Continues on a new line, as another stream has ended the unfinished one. */
	void lineBroken() {
		marker.ifPresent(LineMarker::lineBroken);
	}
}
