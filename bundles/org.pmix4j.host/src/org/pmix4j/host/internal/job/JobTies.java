// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.host.JobResult;
import org.pmix4j.host.OutputSink;
import org.pmix4j.host.internal.fate.JobFailure;
import org.pmix4j.host.internal.spawn.JobOrigin;
import org.pmix4j.host.internal.spawn.SpawnOrder;
import org.pmix4j.host.internal.streams.ForwardedSink;
import org.pmix4j.host.internal.thread.Alarm;
import org.pmix4j.host.internal.thread.HostThread;
import org.pmix4j.model.Proc;

/**
 * What ties a job to others: the one that has spawned it, those that it has spawned, and the family that shares a fate. Owned by its
 * {@link JobCourse}, used on the host's thread.
 *
 * <p>
 * A job that fails takes its child jobs along, as with mpirun 4, unless they were spawned to be separate; PRRTE lets them be in any case
 * that they were not spawned not to be.
 *
 * @see "OpenPMIx, PMIX_SPAWN_CHILD_SEP; PRRTE, state/dvm"
 */
final class JobTies {
	private final Kin job;
	private final Optional<JobOrigin> origin;
	private final Optional<JobTies> parent;
	private final JobFamily family;
	private final Optional<ForwardedSink> forwarded;
	private final boolean eldest;
	private final Alarm alarm;
	private final List<JobTies> children = new ArrayList<>();
	private final List<String> taken = new ArrayList<>();
	private OptionalInt turn = OptionalInt.empty();

	/**
	 * Ties a new job to its relative: the job that has spawned it, or, for a job that a tool has spawned, one whose family takes it in. A
	 * job without a relative begins a family.
	 */
	JobTies(Kin job, HostThread thread, JobRequest request) {
		Optional<JobTies> relative = request.relative().map(other -> other.course().ties());
		this.job = job;
		origin = request.origin();
		parent = relative.filter(ties -> origin.filter(from -> from.spawner().nspace().equals(ties.job.nspace())).isPresent());
		eldest = relative.isEmpty();
		family = relative.map(ties -> ties.family).orElseGet(() -> new JobFamily(thread, request.spec().sink(), request.listener()));
		forwarded = origin.map(from -> new ForwardedSink(family.sink(), from.order().forwarded()));
		family.born(job);
		alarm = new Alarm(thread);
		parent.ifPresent(ties -> ties.children.add(this));
	}

	/** Whether it was there before all others of its family. */
	boolean isEldest() {
		return eldest;
	}

	/** The job, and its family if it is the eldest, may not live longer; zero for any time. */
	void limit(Duration limit) {
		if (!limit.isZero() && isEldest()) {
			family.limit(limit);
		} else if (!limit.isZero()) {
			alarm.set(limit, () -> job.end(JobFailure.timedOut(limit)));
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
		return forwarded.map(OutputSink.class::cast).orElseGet(family::sink);
	}

	/** The process that has spawned the job takes no output any more. */
	void spawnerLost() {
		forwarded.ifPresent(ForwardedSink::readerGone);
	}

	/** Returns how many ranks at least write there, if the job has so many. */
	int writers(int ranks) {
		return eldest ? ranks : Math.max(2, ranks);
	}

	JobFamily family() {
		return family;
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

	/** A rank of the job has ended: what it has spawned may go on. */
	void rankEnded(Proc rank) {
		children.stream().filter(child -> child.spawner().filter(rank::equals).isPresent()).forEach(JobTies::spawnerLost);
	}

	/** The processes of the job have ended in good order, or not, or are about to: so do children that depend on that. */
	void gone(boolean inGoodOrder) {
		take(children.stream().filter(child -> child.dependsOn(inGoodOrder)).toList());
	}

	/** The user wants an end: all descendants do. */
	void unwanted() {
		List<JobTies> all = List.copyOf(children);
		all.forEach(JobTies::unwanted);
		take(all);
	}

	private void take(List<JobTies> some) {
		some.stream().filter(child -> !child.job.isEnding()).forEach(child -> {
			child.job.end(JobFailure.requested());
			taken.add(child.job.nspace());
			taken.addAll(child.taken);
		});
	}

	/** Returns the namespaces of descendants that were ended with the job. */
	List<String> taken() {
		return taken;
	}

	private boolean dependsOn(boolean inGoodOrder) {
		SpawnOrder.Dependence dependence = origin.map(from -> from.order().bonds().dependence()).orElse(SpawnOrder.Dependence.NONE);
		return dependence == SpawnOrder.Dependence.ENDS || dependence == SpawnOrder.Dependence.FAILS && !inGoodOrder;
	}

	/** Nothing is left of the job. Children that go on are from now on those of its own parent. */
	void over(JobResult result) {
		alarm.cancel();
		parent.ifPresent(ties -> {
			ties.children.remove(this);
			ties.children.addAll(children);
		});
		if (result.exitCode() != 0) {
			failing();
		}
		boolean counts = origin.filter(from -> from.order().bonds().reportedSeparately()).isEmpty();
		family.died(job, isEldest(), result, counts, turn.orElse(Integer.MAX_VALUE));
	}
}
