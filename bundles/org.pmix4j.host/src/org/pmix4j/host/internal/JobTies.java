// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.host.JobResult;
import org.pmix4j.host.OutputSink;
import org.pmix4j.model.Proc;

/**
 * What ties a job to others: the one that has spawned it, those that it has spawned, and the family that shares a fate. Owned by its
 * {@link JobRun}, used on the host's thread.
 *
 * @see "PRRTE, state/dvm: a job that fails takes its child jobs along; one that ends in good order leaves them alone, unless
 *      PMIX_SPAWN_CHILD_SEP was given as false"
 */
final class JobTies {
	private final JobRun job;
	private final Optional<JobOrigin> origin;
	private final Optional<JobTies> parent;
	private final JobFamily family;
	private final Alarm alarm;
	private final List<JobRun> children = new ArrayList<>();
	private OptionalInt turn = OptionalInt.empty();

	JobTies(JobRun job, HostThread thread, Optional<JobOrigin> origin) {
		this.job = job;
		this.origin = origin;
		parent = origin.flatMap(JobOrigin::parent).map(JobRun::ties);
		family = parent.map(ties -> ties.family).orElseGet(() -> new JobFamily(thread, job.spec().sink()));
		family.born(job);
		alarm = new Alarm(thread);
		parent.ifPresent(ties -> ties.children.add(job));
	}

	/** Whether it was there before all others of its family. */
	boolean isEldest() {
		return parent.isEmpty();
	}

	/** The job, and its family if it is the eldest, may not live longer; zero for any time. */
	void limit(Duration limit) {
		if (!limit.isZero() && isEldest()) {
			family.limit(limit);
		} else if (!limit.isZero()) {
			alarm.set(limit, () -> job.fail(JobFailure.timedOut(limit), true));
		}
	}

	Optional<JobOrigin> origin() {
		return origin;
	}

	/** Returns the process that has spawned the job, if one did. */
	Optional<Proc> spawner() {
		return origin.map(JobOrigin::spawner);
	}

	/** Where the job writes. */
	OutputSink sink() {
		return origin.map(from -> ForwardedSink.without(from.order().forwarded(), family.sink())).orElseGet(family::sink);
	}

	/** Returns how many ranks at least write there, if the job has so many. */
	int writers(int ranks) {
		return parent.isPresent() ? Math.max(2, ranks) : ranks;
	}

	CompletableFuture<JobResult> familyOver() {
		return family.over();
	}

	/** Something goes wrong with the job. */
	void failing() {
		if (turn.isEmpty()) {
			turn = OptionalInt.of(family.failing());
		}
	}

	/** The processes of the job have ended, or are about to: so do children that depend on it. */
	void gone(boolean inGoodOrder) {
		List.copyOf(children).stream().filter(child -> !inGoodOrder || child.ties().dependsOnParent())
				.forEach(child -> child.fail(JobFailure.requested(), true));
	}

	private boolean dependsOnParent() {
		return origin.filter(from -> from.order().bonds().endsWithParent()).isPresent();
	}

	/** Nothing is left of the job. Children that go on are from now on those of its own parent. */
	void over(JobResult result) {
		alarm.cancel();
		parent.ifPresent(ties -> {
			ties.children.remove(job);
			ties.children.addAll(children);
		});
		if (result.exitCode() != 0) {
			failing();
		}
		boolean counts = origin.filter(from -> from.order().bonds().reportedSeparately()).isEmpty();
		family.died(job, result, counts, turn.orElse(Integer.MAX_VALUE));
	}
}
