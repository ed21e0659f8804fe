// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.fuzz.tests;

import java.lang.management.ManagementFactory;
import java.util.Objects;
import java.util.Optional;

import org.pmix4j.model.PmixException;

import com.sun.management.ThreadMXBean;

/**
 * What every decoder promises, whatever the bytes are: a value or a {@link PmixException}, in memory that is bounded by the
 * number of bytes; and what it decoded can be encoded, and then decodes to an equal value. Everything else that is thrown goes
 * through, and so is a finding.
 */
final class Promise {
	/** Bytes of memory that one byte of a message may cost, garbage included. */
	private static final long COST_OF_A_BYTE = 160;
	/** What is left over for buffers of fixed size and messages of exceptions. */
	private static final long COST_OF_A_MESSAGE = 256 << 10;
	/** While fuzzing the instrumentation needs memory, too. */
	private static final int TOLERANCE = System.getenv("JAZZER_FUZZ") == null ? 1 : 64;
	private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

	private Promise() {
	}

	/**
	 * Some decoding or encoding.
	 *
	 * @param <T> what comes out
	 */
	interface Step<T> {
		T make() throws PmixException;
	}

	/** The value, or empty if the bytes are malformed. Decodes more than once if need be. */
	static <T> Optional<T> bounded(int bytes, Step<T> decoder) {
		return within(COST_OF_A_MESSAGE + bytes * COST_OF_A_BYTE, decoder);
	}

	/** The same for a decoder with a limit of its own on what few bytes may grow to. */
	static <T> Optional<T> within(long allowed, Step<T> decoder) {
		long before = THREADS.getCurrentThreadAllocatedBytes();
		Optional<T> value = attempt(decoder);
		if (THREADS.getCurrentThreadAllocatedBytes() - before > allowed * TOLERANCE) {
			// the first time a class may have been loaded, and instrumented
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

	/** What must not fail, as it handles a decoded value. */
	static <T> T sound(Object origin, Step<T> step) {
		try {
			return step.make();
		} catch (PmixException e) {
			throw new AssertionError("fails for " + origin, e);
		}
	}

	/** What was encoded and decoded again must be the same. */
	static void same(Object first, Object again) {
		if (!Objects.equals(first, again)) {
			throw new AssertionError("decoded " + first + "\nbut after encoding and decoding again " + again);
		}
	}
}
