// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job;

import java.util.BitSet;
import java.util.Optional;
import java.util.OptionalInt;

import org.pmix4j.job.events.RankStage;
import org.pmix4j.job.events.RankStop;
import org.pmix4j.model.Proc;

/**
 * One process of a job. Owned by the engine. All methods may be called from any thread and return the state at that moment.
 */
public interface RankProcess {
	/** {@return the namespace and rank} */
	Proc proc();

	/** {@return the index of its program in the job, from 0} */
	int appNumber();

	/** {@return the node it runs on} */
	Node node();

	/** {@return the kernel's numbers for the processors that it is bound to; none if it is not bound} */
	default BitSet boundTo() {
		return new BitSet();
	}

	/** {@return the process id, once the process was started; the system may reuse it after the end} */
	OptionalInt pid();

	/** {@return its state} */
	RankState state();

	/** {@return its fate; empty until the process is gone, and again while the rank is started once more} */
	Optional<ExitOutcome> fate();

	/** {@return its stage in the words of PRRTE; the failure of a rank that has failed} */
	default RankStage stage() {
		Optional<ExitOutcome> known = fate();
		return known.isPresent() && (state() == RankState.ENDED || known.get().cause().isFailure()) ? known.get().cause().stage()
				: state().stage();
	}

	/** {@return how many times the rank was started again after a failure: its PMIX_REINCARNATION} */
	default int restarts() {
		return 0;
	}

	/** {@return the stop of its process; empty unless it runs and a signal has stopped it. Stops by others are noticed within a second} */
	default Optional<RankStop> stop() {
		return Optional.empty();
	}

	/** {@return whether it runs and is stopped by a signal from any process} */
	default boolean isSuspended() {
		return stop().isPresent();
	}

	/**
	 * Sends a signal to the rank's process group; does nothing if it does not run. SIGTSTP is delivered as SIGSTOP, which ranks cannot
	 * ignore. The state of the job stays as it is; {@link Job#signal(int, java.util.Set)} changes it.
	 *
	 * @param signal 1 to 64
	 */
	void signal(int signal);

	/**
	 * Ends the process in order, as {@link Job#terminate()} ends a whole job: sends TERM, then CONT, and KILL after
	 * {@link JobSpec#killTimeout(AppSpec)}. Does not wait; does nothing if the process does not run. The end counts as the rank's own, so
	 * the error policy of its job applies.
	 */
	void terminate();
}
