// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;
import org.pmix4j.host.JobCounters;
import org.pmix4j.host.LocalJob;
import org.pmix4j.host.internal.fate.JobFailure;
import org.pmix4j.host.internal.session.HostContext;
import org.pmix4j.host.internal.session.SessionRun;
import org.pmix4j.host.internal.spawn.LaunchRequest;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobResult;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.Node;
import org.pmix4j.job.RankProcess;
import org.pmix4j.job.events.EngineEvent;
import org.pmix4j.job.events.JobStage;
import org.pmix4j.job.options.OptionValues;
import org.pmix4j.job.options.TerminalSize;
import org.pmix4j.model.JobState;
import org.pmix4j.model.Proc;

/** The handle of one job for its users; forwards to the {@link JobController}. Owned by the host; may be used from any thread. */
public final class JobHandle implements LocalJob, SessionRun.Member {
	private final HostContext host;
	private final SessionRun session;
	private final JobSpec spec;
	private final int number;
	private final String nspace;
	private final JobController course;

	/**
	 * Makes a job that does nothing yet; on the host's thread if a process has spawned it. It is only mapped if processes cannot be started on
	 * the nodes of the session.
	 *
	 * @param relative a job of the family that it joins; empty if it begins a family
	 */
	JobHandle(HostContext host, SessionRun session, LaunchRequest request, Optional<JobHandle> relative, int number, String nspace) {
		this.host = host;
		this.session = session;
		this.number = number;
		this.nspace = nspace;
		LaunchRequest possible = session.nodes().startProcesses() ? request : request.mappedOnly();
		spec = possible.spec();
		course = new JobController(host, this, possible, relative);
	}

	/** @return its course, to be used on the host's thread */
	public JobController course() {
		return course;
	}

	/** @return the session that it runs in */
	public SessionRun session() {
		return session;
	}

	@Override
	public int sessionId() {
		return session().ids().id();
	}

	@Override
	public String nspace() {
		return nspace;
	}

	@Override
	public int number() {
		return number;
	}

	@Override
	public Optional<JobStage> failure() {
		return course.progress().failure();
	}

	@Override
	public OptionalInt exitCode() {
		return course.exitCode();
	}

	@Override
	public JobCounters counters() {
		RankTally tally = course.progress().tally();
		int local = (int) course.ranks().stream().filter(rank -> rank.node().equals(host.sessions().home().node())).count();
		return new JobCounters(course.ranks().size(), tally.launched(), tally.initialized(), course.hold().count(), tally.terminated(), local);
	}

	@Override
	public OptionalInt globalOffset() {
		return course.progress().offset();
	}

	@Override
	public Optional<Node> bookmark() {
		return course.ties().bookmark();
	}

	@Override
	public int slots() {
		return session().session().slots();
	}

	@Override
	public Path directory() {
		return session().nodes().home().directory().top().resolve(nspace);
	}

	@Override
	public Optional<String> launcher() {
		return course.ties().launcher();
	}

	@Override
	public List<Job> children() {
		return course.ties().children();
	}

	@Override
	public List<EngineEvent.StackTraced> traces() {
		return course.timeouts().traces();
	}

	@Override
	public JobSpec spec() {
		return spec;
	}

	@Override
	public JobState state() {
		return course.progress().state();
	}

	@Override
	public JobStage stage() {
		return course.progress().stage();
	}

	@Override
	public List<RankProcess> ranks() {
		return List.copyOf(course.ranks());
	}

	@Override
	public Optional<Proc> spawner() {
		return course.ties().spawner();
	}

	@Override
	public CompletableFuture<JobResult> familyEnded() {
		return host.thread().async(course.ties().familyOver());
	}

	@Override
	public CompletableFuture<Boolean> started() {
		return host.thread().async(course.started());
	}

	@Override
	public CompletableFuture<JobResult> ended() {
		return host.thread().async(course.ended());
	}

	@Override
	public void signal(int signal) {
		send(signal);
	}

	@Override
	public void signal(int signal, Set<Integer> ranks) {
		course.thread().execute(() -> course.orders().deliver(signal, ranks));
	}

	/**
	 * Sends a signal, as {@link #signal}.
	 *
	 * @param signal 1 to 64
	 * @return completes, off the host's thread, when all ranks that run have got it
	 */
	public CompletableFuture<Void> send(int signal) {
		CompletableFuture<Void> sent = new CompletableFuture<>();
		course.thread().execute(() -> course.orders().deliver(signal).thenRun(() -> sent.complete(null)));
		course.ended().thenRun(() -> sent.complete(null)); // the thread of a closed host has dropped the task
		return host.thread().async(sent);
	}

	/**
	 * Changes the size of the ranks' terminals.
	 *
	 * @param size the new size
	 */
	public void resizeTerminals(TerminalSize size) {
		course.thread().execute(() -> course.orders().terminals().resize(size));
	}

	/** @return the options that a job takes over that a rank spawns now */
	public OptionValues inherited() {
		return course.orders().terminals().inherited(spec().options());
	}

	@Override
	public CompletableFuture<Boolean> write(Set<Integer> ranks, byte[] data) {
		CompletableFuture<Boolean> taken = new CompletableFuture<>();
		course.thread().execute(() -> course.orders().write(ranks, data, taken));
		course.ended().thenRun(() -> taken.complete(false)); // the thread of a closed host has dropped the task
		return host.thread().async(taken);
	}

	@Override
	public void endInput(Set<Integer> ranks) {
		course.thread().execute(() -> course.orders().endInput(ranks));
	}

	@Override
	public Optional<String> heldAt() {
		return course.hold().place();
	}

	@Override
	public boolean awaitsRelease() {
		return course.hold().awaitsRelease();
	}

	@Override
	public void release() {
		course.thread().execute(course.hold()::release);
	}

	@Override
	public void terminate() {
		course.thread().execute(course.end()::cancel);
	}

	/** Lets the job go on when its parent ends. Called on the host's thread. */
	public void separate() {
		course.ties().separate();
	}

	@Override
	public void interrupt() {
		Jobs.interrupt(course.thread(), List.of(this));
	}

	/** Ends the job, kills its ranks and discards its output; for a host that closes. */
	void abandon() {
		course.thread().execute(() -> {
			course.end().cancel();
			course.end().killNow();
		});
	}

	/** Publishes a result although some processes survive SIGKILL; for a host that closes. */
	void giveUp() {
		course.thread().execute(course.end()::giveUp);
	}

	@Override
	public String dump() {
		return JobDump.of(this, course.news().last());
	}

	@Override
	public void endWithSession() {
		course.end(JobFailure.requested());
	}

	@Override
	public void signalAll(int signal) {
		course.orders().deliver(signal);
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof Job job && nspace.equals(job.nspace());
	}

	@Override
	public int hashCode() {
		return nspace.hashCode();
	}

	@Override
	public String toString() {
		return nspace;
	}
}
