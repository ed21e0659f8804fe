// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.output;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.pmix4e.core.output.OutputChunk;

/** The newest pieces of a job's output that fit. Owned by an {@link OutputBuffer}, used under its lock. */
final class OutputRing {
	/** The approximate cost of a piece besides its bytes: two objects and their slot. */
	static final int OVERHEAD = 64;
	private static final int SMALLEST = 64;

	private final long capacity;
	private @Nullable OutputChunk[] slots = new @Nullable OutputChunk[SMALLEST];
	private OutputPosition first = OutputPosition.START;
	private OutputPosition next = OutputPosition.START;
	private long cost;

	/** Creates a ring that keeps at least one piece, whatever its size. */
	OutputRing(long capacity) {
		this.capacity = capacity;
	}

	OutputPosition next() {
		return next;
	}

	void add(OutputChunk chunk) {
		if (size() == slots.length) {
			grow();
		}
		slots[slot(next.number())] = chunk;
		next = next.after(chunk);
		cost += OVERHEAD + chunk.bytes().length;
		while (cost > capacity && size() > 1) {
			drop();
		}
	}

	OutputPart read(OutputRange range) {
		OutputPosition start = range.from().number() < first.number() ? first : range.from();
		OutputPosition at = start;
		long end = Math.min(range.to(), next.number());
		List<OutputChunk> chunks = new ArrayList<>();
		long room = range.limit();
		while (at.number() < end && room > 0) {
			OutputChunk chunk = get(at.number());
			chunks.add(chunk);
			room -= chunk.bytes().length;
			at = at.after(chunk);
		}
		return new OutputPart(start.offset() - range.from().offset(), start, chunks, at);
	}

	private void drop() {
		OutputChunk oldest = get(first.number());
		slots[slot(first.number())] = null;
		first = first.after(oldest);
		cost -= OVERHEAD + oldest.bytes().length;
	}

	private void grow() {
		@Nullable OutputChunk[] old = slots;
		slots = new @Nullable OutputChunk[2 * old.length];
		for (long number = first.number(); number < next.number(); number++) {
			slots[slot(number)] = old[(int) (number & old.length - 1)];
		}
	}

	private int size() {
		return (int) (next.number() - first.number());
	}

	/** Returns the slot of a piece; the number of slots is a power of two. */
	private int slot(long number) {
		return (int) (number & slots.length - 1);
	}

	private OutputChunk get(long number) {
		OutputChunk chunk = slots[slot(number)];
		if (chunk == null) {
			throw new IllegalStateException("piece " + number + " is not kept");
		}
		return chunk;
	}
}
