// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.streams;

import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.util.List;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.pmix4e.core.output.OutputChunk;
import org.pmix4j.model.OutputFormat;
import org.pmix4j.model.Rank;

/**
 * Tags each line of a stream with its rank, or with job and rank if a spawned job writes, and begins a new line when another rank writes
 * after an unfinished line. Used by one thread at a time.
 */
final class RankTags {
	private static final byte LINE_END = '\n';
	private static final byte RETURN = '\r';

	private final boolean tagged;
	private final Supplier<String> job;
	private final Charset charset;
	private @Nullable OutputChunk last;
	private boolean inLine;

	/**
	 * Without tags, it only separates unfinished lines.
	 *
	 * @param job returns the namespace that the launch has ordered; asked when output of it or of a spawned job arrives
	 */
	RankTags(boolean tagged, Supplier<String> job, Charset charset) {
		this.tagged = tagged;
		this.job = job;
		this.charset = charset;
	}

	/** Returns a copy with the same state. */
	RankTags copy() {
		RankTags copy = new RankTags(tagged, job, charset);
		copy.last = last;
		copy.inLine = inLine;
		return copy;
	}

	/** Takes note that the user has ended the line in the console by Enter, such as after a prompt. */
	void endLine() {
		inLine = false;
	}

	byte[] render(List<OutputChunk> chunks) {
		ByteArrayOutputStream out = new ByteArrayOutputStream();
		for (OutputChunk chunk : chunks) {
			OutputChunk before = last;
			if (inLine && before != null && !chunk.isFrom(before.namespace(), before.rank())) {
				out.write(LINE_END);
				inLine = false;
			}
			last = chunk;
			if (tagged && !chunk.isFromLauncher()) {
				writeTagged(out, chunk);
			} else {
				out.writeBytes(chunk.bytes());
			}
			byte[] bytes = chunk.bytes();
			inLine = bytes[bytes.length - 1] != LINE_END;
		}
		return out.toByteArray();
	}

	/** Returns {@code [3]} for the job of the launch and {@code [2,3]} for a spawned one, where 2 is its number. */
	private String tag(OutputChunk chunk) {
		String namespace = chunk.namespace();
		return namespace.equals(job.get()) ? OutputFormat.rankTag(Rank.of(chunk.rank()))
				: "[" + OutputChunk.jobNumber(namespace) + "," + chunk.rank() + "]";
	}

	private void writeTagged(ByteArrayOutputStream out, OutputChunk chunk) {
		byte[] tag = (tag(chunk) + " ").getBytes(charset);
		byte[] bytes = chunk.bytes();
		int start = 0;
		boolean lineBegins = !inLine;
		while (start < bytes.length) {
			if (lineBegins) {
				out.writeBytes(tag);
			}
			int end = start;
			while (end < bytes.length && bytes[end] != LINE_END && !beginsAnew(bytes, end)) {
				end++;
			}
			int next = Math.min(end + 1, bytes.length);
			out.write(bytes, start, next - start);
			if (end < bytes.length && bytes[end] == RETURN && next == bytes.length) {
				out.writeBytes(tag); // the following text replaces the line
			}
			start = next;
			lineBegins = true;
		}
	}

	/** Returns whether the program begins its line anew, as it does to show its progress: a return that is not a part of a line end. */
	private static boolean beginsAnew(byte[] bytes, int index) {
		return bytes[index] == RETURN && (index + 1 == bytes.length || bytes[index + 1] != LINE_END);
	}
}
