// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.slurm.internal;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

import org.jspecify.annotations.Nullable;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.ExitOutcome;
import org.pmix4j.job.Node;
import org.pmix4j.job.RankProcess;
import org.pmix4j.job.RankState;
import org.pmix4j.model.Proc;

/** A rank of a job that srun runs. Owned by its job; changed on the engine's thread. */
final class SrunRank implements RankProcess {
	private static final int STREAMS = 2;

	private final Proc proc;
	private final int appNumber;
	private volatile Node node;
	private volatile OptionalInt pid = OptionalInt.empty();
	private volatile Optional<ExitOutcome> fate = Optional.empty();
	private int streams;

	SrunRank(Proc proc, List<AppSpec> apps, Node node) {
		this.proc = proc;
		this.node = node;
		int first = 0;
		int number = 0;
		while (number < apps.size() - 1 && proc.rank().value() >= first + apps.get(number).ranks()) {
			first += apps.get(number).ranks();
			number++;
		}
		appNumber = number;
	}

	void begun(Node where, int process) {
		node = where;
		pid = OptionalInt.of(process);
	}

	/** Notes that all of one of its two streams has come. */
	void streamEnded() {
		streams++;
	}

	/** Notes that its task has ended with its shell, so that no end of a stream may come. */
	void taskEnded() {
		streams = STREAMS;
	}

	/** Returns whether all its output has come. Called on the engine's thread, as both methods before. */
	boolean isComplete() {
		return streams >= STREAMS;
	}

	void ended(ExitOutcome how) {
		fate = Optional.of(how);
	}

	@Override
	public Proc proc() {
		return proc;
	}

	@Override
	public int appNumber() {
		return appNumber;
	}

	@Override
	public Node node() {
		return node;
	}

	@Override
	public OptionalInt pid() {
		return pid;
	}

	@Override
	public RankState state() {
		return fate.isPresent() ? RankState.ENDED : pid.isPresent() ? RankState.STARTED : RankState.PREPARED;
	}

	@Override
	public Optional<ExitOutcome> fate() {
		return fate;
	}

	@Override
	public void signal(int signal) {
		throw new UnsupportedOperationException(SrunJob.WHOLE_JOBS);
	}

	@Override
	public void terminate() {
		throw new UnsupportedOperationException(SrunJob.WHOLE_JOBS);
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof RankProcess rank && proc.equals(rank.proc());
	}

	@Override
	public int hashCode() {
		return proc.hashCode();
	}

	@Override
	public String toString() {
		return proc + " " + state();
	}
}
