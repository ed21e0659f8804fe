// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.output;

import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.pmix4e.core.output.OutputChunk;

/**
 * Puts pieces of output together to lines, for each rank and stream apart, so that no line mixes two ranks. A carriage return begins a line
 * anew, as programs do that show their progress. Used by the reading thread of one view.
 */
public final class LineAssembler {
	/** A line without an end is cut here, in bytes. */
	private static final int LONGEST = 16 << 10;
	private static final byte LINE_END = '\n';
	private static final byte RETURN = '\r';

	private final Charset charset;
	private final Map<Source, Partial> partials = new HashMap<>();
	private long redraws;

	private record Source(String namespace, int rank, boolean error) {
	}

	private static final class Partial {
		private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		private final AnsiText ansi = new AnsiText();
		/** The number of the line that the source draws again and again; 0 if it has not returned to the beginning of its line. */
		private long redraw;
	}

	/** @param charset the encoding of the output */
	public LineAssembler(Charset charset) {
		this.charset = charset;
	}

	/**
	 * @param chunks pieces in the order in which they were written
	 * @return the lines that are complete now, and those that were drawn again
	 */
	public List<OutputLine> add(List<OutputChunk> chunks) {
		List<OutputLine> lines = new ArrayList<>();
		Map<Source, Partial> redrawn = new LinkedHashMap<>();
		for (OutputChunk chunk : chunks) {
			Source source = new Source(chunk.namespace(), chunk.rank(), chunk.error());
			Partial partial = partials.computeIfAbsent(source, key -> new Partial());
			add(chunk.bytes(), source, partial, lines);
			if (partial.redraw > 0 && partial.bytes.size() > 0) {
				redrawn.put(source, partial);
			}
		}
		redrawn.forEach((source, partial) -> {
			if (partial.redraw > 0 && partial.bytes.size() > 0) { // the user sees how far it is drawn
				lines.add(line(source, partial.ansi.copy(), partial.bytes.toString(charset)).drawnAs(partial.redraw));
			}
		});
		return lines;
	}

	private void add(byte[] bytes, Source source, Partial partial, List<OutputLine> lines) {
		int start = 0;
		for (int i = 0; i < bytes.length; i++) {
			if (bytes[i] == RETURN) {
				partial.bytes.write(bytes, start, i - start);
				start = i + 1;
				boolean isOfLineEnd = start < bytes.length && bytes[start] == LINE_END;
				if (!isOfLineEnd && partial.bytes.size() > 0) {
					partial.redraw = partial.redraw > 0 ? partial.redraw : ++redraws;
					lines.add(take(source, partial));
				}
			} else if (bytes[i] == LINE_END || partial.bytes.size() + i - start >= LONGEST) {
				partial.bytes.write(bytes, start, (bytes[i] == LINE_END ? i : i + 1) - start);
				start = i + 1;
				if (partial.redraw == 0 || partial.bytes.size() > 0) { // otherwise it is complete as it was drawn last
					lines.add(take(source, partial));
				}
				partial.redraw = 0;
			}
		}
		partial.bytes.write(bytes, start, bytes.length - start);
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
		return line(source, partial.ansi, raw).drawnAs(partial.redraw);
	}

	private static OutputLine line(Source source, AnsiText ansi, String raw) {
		return ansi.line(source.namespace, source.rank, source.error, raw);
	}
}
