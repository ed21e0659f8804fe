// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core;

import java.nio.charset.Charset;
import java.util.List;
import java.util.function.IntPredicate;

import org.pmix4e.core.internal.OutputBuffer;
import org.pmix4e.core.internal.OutputCourier;
import org.pmix4e.core.internal.OutputRange;

/**
 * The output of one job: the newest part of what its ranks wrote, up to a limit, with the rank of each piece. Owned by its
 * {@link JobProcess}; may be used from any thread.
 */
public final class JobOutput {
	private final OutputBuffer buffer;
	private final Charset charset;

	JobOutput(OutputBuffer buffer, Charset charset) {
		this.buffer = buffer;
		this.charset = charset;
	}

	/** @return the encoding of the launch */
	public Charset charset() {
		return charset;
	}

	/** @return how many bytes the job has written so far */
	public long writtenBytes() {
		return buffer.position().offset();
	}

	/** @return how many of them are not kept any more */
	public long droppedBytes() {
		return buffer.read(OutputRange.ALL).dropped();
	}

	/**
	 * @param ranks which ranks' output; is also asked for {@link OutputChunk#LAUNCHER}
	 * @return what is kept of it
	 */
	public List<OutputChunk> kept(IntPredicate ranks) {
		return buffer.read(OutputRange.ALL).chunks().stream().filter(chunk -> ranks.test(chunk.rank())).toList();
	}

	/**
	 * @param ranks which ranks' output; is also asked for {@link OutputChunk#LAUNCHER}
	 * @return what is kept of it, as text
	 */
	public String text(IntPredicate ranks) {
		StringBuilder text = new StringBuilder();
		kept(ranks).forEach(chunk -> text.append(new String(chunk.bytes(), charset)));
		return text.toString();
	}

	/**
	 * Reads what is kept and then what follows, until the job ends or the subscription is closed.
	 *
	 * @param ranks    which ranks' output; is also asked for {@link OutputChunk#LAUNCHER}
	 * @param listener takes it, on a thread of its own
	 * @return ends the reading, perhaps after one more call; does not wait
	 */
	public AutoCloseable subscribe(IntPredicate ranks, OutputListener listener) {
		return OutputCourier.start("pmix4e-reader", buffer, part -> {
			if (part.dropped() > 0) {
				listener.dropped(part.dropped());
			}
			List<OutputChunk> wanted = part.chunks().stream().filter(chunk -> ranks.test(chunk.rank())).toList();
			if (!wanted.isEmpty()) {
				listener.output(wanted);
			}
		}, listener::ended);
	}

	/** The launcher has something to say; a line without its end. */
	void message(String line) {
		buffer.add(new OutputChunk(OutputChunk.LAUNCHER, true, (line + "\n").getBytes(charset)));
	}

	OutputBuffer buffer() {
		return buffer;
	}
}
