// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.fate;

import java.util.Optional;
import java.util.stream.Collectors;

import org.pmix4j.job.ExitOutcome;
import org.pmix4j.job.ExitOutcome.Cause;
import org.pmix4j.model.bytes.Signals;
import org.pmix4j.model.internal.text.PeerText;
import org.pmix4j.process.internal.posix.ExitStatus;

/**
 * Determines how a rank has ended from the facts at the moment of its exit. Stateless.
 *
 * @see "PRRTE, state/dvm track_procs and errmgr/dvm"
 */
public final class ExitClassifier {
	/**
	 * The facts about a rank that has exited.
	 *
	 * @param exit        its status
	 * @param connected   whether it is between PMIx_Init and PMIx_Finalize
	 * @param initialized whether it has ever called PMIx_Init
	 * @param anyInJob    whether any rank of its job has ever called PMIx_Init
	 * @param anyCode     whether its exit code does not matter
	 * @param killed      whether the host was about to end it
	 * @param abort       the abort that named it, if one did
	 * @param kernelKill  why the kernel has killed it, or a process of which it has passed on the end; empty if it has not
	 */
	public record Facts(ExitStatus exit, boolean connected, boolean initialized, boolean anyInJob, boolean anyCode, boolean killed,
			Optional<AbortRequest> abort, Optional<String> kernelKill) {
		/** Facts about a rank that the kernel has not killed. */
		public Facts(ExitStatus exit, boolean connected, boolean initialized, boolean anyInJob, boolean anyCode, boolean killed,
				Optional<AbortRequest> abort) {
			this(exit, connected, initialized, anyInJob, anyCode, killed, abort, Optional.empty());
		}
	}

	private ExitClassifier() {
	}

	/**
	 * @param facts about the rank
	 * @return its fate
	 */
	public static ExitOutcome judge(Facts facts) {
		ExitStatus exit = facts.exit();
		if (facts.abort().isPresent()) {
			AbortRequest abort = facts.abort().get();
			return new ExitOutcome(Cause.ABORT, abort.exitCode(), aborted(abort));
		}
		if (exit.isSuccess() && !facts.connected() && (facts.initialized() || facts.killed() || !facts.anyInJob())) {
			return new ExitOutcome(Cause.FINISHED, 0, "finished");
		}
		if (facts.killed()) {
			return new ExitOutcome(Cause.KILLED, exit.shellCode(), "was ended");
		}
		if (exit.isSignaled()) {
			return new ExitOutcome(Cause.SIGNAL, exit.shellCode(), facts.kernelKill().map(reason -> "was killed by the kernel: " + reason)
					.orElseGet(() -> "died of " + Signals.name(exit.signal()) + (exit.coreDumped() ? " (core dumped)" : "")), exit.coreDumped());
		}
		if (!exit.isSuccess() && facts.anyCode()) {
			return new ExitOutcome(Cause.FINISHED, exit.code(), "finished with code " + exit.code());
		}
		if (!exit.isSuccess()) {
			return new ExitOutcome(Cause.NON_ZERO_EXIT, exit.code(), "exited with code " + exit.code()
					+ facts.kernelKill().map(reason -> "; the kernel killed one of its processes: " + reason).orElse(""));
		}
		return new ExitOutcome(Cause.WITHOUT_FINALIZE, 1, facts.connected() ? "exited with code 0 without calling PMIx_Finalize or MPI_Finalize"
				: "exited with code 0 without calling PMIx_Init or MPI_Init, which other ranks have called");
	}

	/**
	 * @param abort an abort
	 * @return a phrase about its caller
	 */
	public static String aborted(AbortRequest abort) {
		return "called abort with status " + abort.status() + (abort.message().isBlank() ? "" : ": " + oneLine(abort.message()));
	}

	/** Joins the lines of a program's text, of which only the beginning is shown. */
	private static String oneLine(String text) {
		String beginning = text.substring(0, Math.min(text.length(), 2 * PeerText.MAX_LENGTH));
		return PeerText.of(beginning.lines().map(String::strip).filter(line -> !line.isEmpty()).collect(Collectors.joining(" / ")));
	}
}
