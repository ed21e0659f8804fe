// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

import org.pmix4j.host.internal.fate.JobFailure;
import org.pmix4j.host.internal.session.HostContext;
import org.pmix4j.host.internal.spawn.LaunchRequest;
import org.pmix4j.host.internal.streams.ForwardedSink;
import org.pmix4j.host.internal.thread.Alarm;
import org.pmix4j.host.internal.thread.HostThread;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobResult;
import org.pmix4j.job.Node;
import org.pmix4j.job.OutputSink;
import org.pmix4j.model.Proc;

/**
 * Ties a job to other jobs: to its parent, which has spawned it, to its children, and to the family that shares an outcome. Owned by
 * its {@link JobController}, used on the host's thread; children and launcher may be read from any thread.
 *
 * <p>
 * A job that fails takes its children along, as with mpirun 4, unless they were spawned as separate; PRRTE leaves children running
 * unless they were spawned as dependent.
 *
 * @see "OpenPMIx, PMIX_SPAWN_CHILD_SEP; PRRTE, state/dvm"
 */
final class JobRelations {
	private final HostThread thread;
	private final JobFamily.Member job;
	private final LaunchRequest request;
	private final Optional<JobRelations> parent;
	private final JobFamily family;
	private final Optional<ForwardedSink> forwarded;
	private final boolean eldest;
	/** Whether the job is part of its parent's launch. */
	private final boolean companion;
	private final Alarm alarm;
	private final List<JobRelations> children = new CopyOnWriteArrayList<>();
	private final List<String> taken = new ArrayList<>();
	private OptionalInt turn = OptionalInt.empty();
	private boolean separate;
	private volatile Optional<Node> bookmark = Optional.empty();

	/**
	 * Ties a new job to its relative: the job that has spawned it; for a job that a tool has spawned, one whose family takes it in; for a
	 * job that nothing has spawned, the first job of the same launch. A job without a relative begins a family.
	 */
	JobRelations(JobFamily.Member job, HostContext host, LaunchRequest request, Optional<JobHandle> relativeJob) {
		Optional<JobRelations> relative = relativeJob.map(other -> other.course().ties());
		thread = host.thread();
		this.job = job;
		this.request = request;
		eldest = relative.isEmpty();
		companion = !eldest && spawner().isEmpty();
		parent = companion ? relative
				: relative.filter(ties -> spawner().filter(process -> process.nspace().equals(ties.job.nspace())).isPresent());
		family = relative.map(ties -> ties.family)
				.orElseGet(() -> new JobFamily(thread, request.spec().sink(), request.listener(), host.memory().share()));
		forwarded = spawner().map(process -> new ForwardedSink(family.sink(), request.forwarded()));
		family.born(job);
		alarm = new Alarm(thread);
		parent.ifPresent(ties -> ties.children.add(this));
	}

	/** Returns whether the job is the launched one of its family. */
	boolean isEldest() {
		return eldest;
	}

	/** Ends the job after the limit, and its family with it if it is the eldest; zero sets no limit. */
	void limit(Duration limit) {
		assert thread.inThread();
		if (!limit.isZero() && isEldest()) {
			family.limit(limit);
		} else if (!limit.isZero()) {
			alarm.set(limit, () -> job.timedOut(limit));
		}
	}

	/** Notes where the placement of the job has ended, so that the next child of its parent begins there. */
	void placed(Node last) {
		assert thread.inThread();
		bookmark = Optional.of(last);
		parent.ifPresent(ties -> ties.bookmark = bookmark);
	}

	/** Returns the node on which the placement of the job, or of its latest child, has ended; empty before. */
	Optional<Node> bookmark() {
		return bookmark;
	}

	/** Returns the process that has spawned the job; empty for a launched job. */
	Optional<Proc> spawner() {
		return request.spawner();
	}

	/** Returns the namespace of the tool that has spawned the job, or the job at the root of its ancestors; empty if no tool has. */
	Optional<String> launcher() {
		return parent.isPresent() ? parent.get().launcher() : spawner().map(Proc::nspace);
	}

	/** Returns the running jobs that its ranks have spawned, those that it has adopted, and those of the same launch if it is the first. */
	List<Job> children() {
		return children.stream().map(child -> child.job.job()).toList();
	}

	/** Returns the sink of the job. */
	OutputSink sink() {
		return forwarded.map(OutputSink.class::cast).orElseGet(family::sink);
	}

	/** Notes that the process that has spawned the job no longer takes output. */
	void spawnerLost() {
		forwarded.ifPresent(ForwardedSink::readerGone);
	}

	/** Returns the number of ranks that share the sink, at least two if several jobs may write to it. */
	int writers(int ranks) {
		return eldest && children.isEmpty() ? ranks : Math.max(2, ranks);
	}

	JobFamily family() {
		return family;
	}

	CompletableFuture<JobResult> familyOver() {
		return family.over();
	}

	/** Notes that the job begins to fail. */
	void failing() {
		assert thread.inThread();
		if (turn.isEmpty()) {
			turn = OptionalInt.of(family.failing());
		}
	}

	/** Notes that a rank has ended; the jobs that it has spawned may go on without a reader of their output. */
	void rankEnded(Proc rank) {
		children.stream().filter(child -> child.spawner().filter(rank::equals).isPresent()).forEach(JobRelations::spawnerLost);
	}

	/** Notes that the ranks of the job have ended, or are being ended; ends the children that depend on it. */
	void gone(boolean inGoodOrder) {
		take(children.stream().filter(child -> child.dependsOn(inGoodOrder)).toList());
	}

	/** Ends all descendants, at the user's request. */
	void unwanted() {
		List<JobRelations> all = List.copyOf(children);
		all.forEach(JobRelations::unwanted);
		take(all);
	}

	/** Ends the other jobs of the same launch: they are to run together. */
	void failed() {
		assert thread.inThread();
		JobRelations first = companion ? parent.orElseThrow() : this;
		for (JobRelations other : first.children) {
			if (other.companion && other != this) {
				take(List.of(other));
			}
		}
		if (first != this) {
			take(List.of(first));
		}
	}

	private void take(List<JobRelations> some) {
		assert thread.inThread();
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

	/** Makes the job independent of the end of its parent, unless the user ends the family. */
	void separate() {
		assert thread.inThread();
		separate = true;
	}

	private boolean dependsOn(boolean inGoodOrder) {
		if (separate) {
			return false;
		}
		LaunchRequest.Dependence dependence = request.bonds().dependence();
		return dependence == LaunchRequest.Dependence.ENDS || dependence == LaunchRequest.Dependence.FAILS && !inGoodOrder;
	}

	/**
	 * Notes that nothing of the job is left; later calls do nothing. Its parent adopts the remaining children. A job that never ran is not a
	 * failure of the family: its spawner was notified of that, and decides.
	 */
	void over(JobResult result, boolean hasRun) {
		assert thread.inThread();
		alarm.cancel();
		parent.ifPresent(ties -> {
			if (ties.children.remove(this)) {
				ties.children.addAll(children);
			}
		});
		if (result.exitCode() != 0) {
			failing();
		}
		boolean counts = !request.bonds().reportedSeparately() && (hasRun || companion || parent.isEmpty());
		family.died(job, isEldest(), result, counts, turn.orElse(Integer.MAX_VALUE));
	}
}
