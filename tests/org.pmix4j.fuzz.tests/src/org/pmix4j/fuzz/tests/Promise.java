// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.fuzz.tests;

import java.lang.management.ManagementFactory;
import java.util.Objects;
import java.util.Optional;

import org.pmix4j.model.PmixException;

import com.sun.management.ThreadMXBean;

/**
 * The contract of every decoder for any input: it returns a value or throws a {@link PmixException}, its memory is bounded by the number of
 * bytes, and the value can be encoded and decodes to an equal value. Any other exception is a finding.
 */
final class Promise {
	/** Memory per message byte, including garbage. */
	private static final long COST_OF_A_BYTE = 160;
	/** Memory for buffers of fixed size and exception messages. */
	private static final long COST_OF_A_MESSAGE = 256 << 10;
	/** Factor while fuzzing, since the instrumentation needs memory, too. */
	private static final int TOLERANCE = System.getenv("JAZZER_FUZZ") == null ? 1 : 64;
	private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

	private Promise() {
	}

	/**
	 * A decoding or encoding.
	 *
	 * @param <T> type of the result
	 */
	interface Step<T> {
		T make() throws PmixException;
	}

	/** Returns the value, or empty if the bytes are malformed. May decode repeatedly. */
	static <T> Optional<T> bounded(int bytes, Step<T> decoder) {
		return within(COST_OF_A_MESSAGE + bytes * COST_OF_A_BYTE, decoder);
	}

	/** Like {@link #bounded}, for a decoder with a limit of its own on expansion. */
	static <T> Optional<T> within(long allowed, Step<T> decoder) {
		long before = THREADS.getCurrentThreadAllocatedBytes();
		Optional<T> value = attempt(decoder);
		if (THREADS.getCurrentThreadAllocatedBytes() - before > allowed * TOLERANCE) {
			// the first call may have loaded and instrumented classes
			before = THREADS.getCurrentThreadAllocatedBytes();
			value = attempt(decoder);
			long cost = THREADS.getCurrentThreadAllocatedBytes() - before;
			if (cost > allowed * TOLERANCE) {
				throw new AssertionError("decoding took " + cost + " bytes of memory where " + allowed + " are allowed");
			}
		}
		return value;
	}

	private static <T> Optional<T> attempt(Step<T> decoder) {
		try {
			return Optional.of(decoder.make());
		} catch (PmixException e) {
			return Optional.empty();
		}
	}

	/** Runs a step that must not fail, since it handles a decoded value. */
	static <T> T sound(Object origin, Step<T> step) {
		try {
			return step.make();
		} catch (PmixException e) {
			throw new AssertionError("fails for " + origin, e);
		}
	}

	/** Checks that an encoded and decoded value is unchanged. */
	static void same(Object first, Object again) {
		if (!Objects.equals(first, again)) {
			throw new AssertionError("decoded " + first + "\nbut after encoding and decoding again " + again);
		}
	}
}
