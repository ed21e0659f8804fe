// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.posix;

import java.io.IOException;
import java.util.stream.LongStream;

import org.pmix4j.model.bytes.Signals;

/** The signals that this process was started to ignore, which ranks ignore as well. Stateless. */
public final class IgnoredSignals {
	/** Signals that ranks never ignore from the start; the C library uses two of them itself, of which other programs take no notice. */
	private static final long RESET = LongStream.of(Signals.HUP, Signals.INT, Signals.USR1, Signals.USR2, Signals.PIPE, Signals.TERM,
			Posix.SIGCHLD, Signals.CONT, Signals.TSTP, Signals.TTIN, Signals.TTOU, Signals.RTMIN - 2, Signals.RTMIN - 1)
			.map(signal -> 1L << signal - 1).sum();

	private IgnoredSignals() {
	}

	/**
	 * Returns the signals as bits from signal 1 on. Left out are those that end, stop or continue ranks and those that launchers forward to
	 * them, as mpirun and prterun leave them out, and those that the JVM handles.
	 */
	public static long mask() {
		try {
			return ProcFs.signals("self", "SigIgn") & ~RESET;
		} catch (IOException | NumberFormatException e) {
			return 0;
		}
	}
}
