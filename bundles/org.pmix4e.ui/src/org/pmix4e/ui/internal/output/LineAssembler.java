// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.output;

import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.pmix4e.core.output.OutputChunk;

/**
 * Puts pieces of output together to lines, for each rank and stream apart, so that no line mixes two ranks. Used by the reading thread of
 * one view.
 */
public final class LineAssembler {
	/** A line without an end is cut here, in bytes. */
	private static final int LONGEST = 16 << 10;

	private final Charset charset;
	private final Map<Source, Partial> partials = new HashMap<>();

	private record Source(String namespace, int rank, boolean error) {
	}

	private static final class Partial {
		private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		private final AnsiText ansi = new AnsiText();
	}

	/** @param charset the encoding of the output */
	public LineAssembler(Charset charset) {
		this.charset = charset;
	}

	/**
	 * @param chunks pieces in the order in which they were written
	 * @return the lines that are complete now
	 */
	public List<OutputLine> add(List<OutputChunk> chunks) {
		List<OutputLine> lines = new ArrayList<>();
		for (OutputChunk chunk : chunks) {
			Source source = new Source(chunk.namespace(), chunk.rank(), chunk.error());
			Partial partial = partials.computeIfAbsent(source, key -> new Partial());
			byte[] bytes = chunk.bytes();
			int start = 0;
			for (int i = 0; i < bytes.length; i++) {
				boolean atEnd = bytes[i] == '\n';
				if (atEnd || partial.bytes.size() + i - start >= LONGEST) {
					partial.bytes.write(bytes, start, (atEnd ? i : i + 1) - start);
					lines.add(take(source, partial));
					start = i + 1;
				}
			}
			partial.bytes.write(bytes, start, bytes.length - start);
		}
		return lines;
	}

	/** @return the lines that have no end, after the last output */
	public List<OutputLine> rest() {
		List<OutputLine> lines = new ArrayList<>();
		partials.forEach((source, partial) -> {
			if (partial.bytes.size() > 0) {
				lines.add(take(source, partial));
			}
		});
		return lines;
	}

	private OutputLine take(Source source, Partial partial) {
		String raw = partial.bytes.toString(charset);
		partial.bytes.reset();
		return partial.ansi.line(source.namespace, source.rank, source.error, raw);
	}
}
