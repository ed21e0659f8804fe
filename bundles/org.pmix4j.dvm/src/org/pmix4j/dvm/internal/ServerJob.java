// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.dvm.internal;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;
import org.pmix4j.job.EngineCapability;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobListener;
import org.pmix4j.job.JobResult;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.RankProcess;
import org.pmix4j.job.StopPoint;
import org.pmix4j.job.events.JobStage;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Info;
import org.pmix4j.model.JobState;
import org.pmix4j.model.Nspace;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.JobControlAttributes;

/**
 * A job in a server that is already there: launched by this engine, or only watched. Owned by the engine; equal to other jobs of the same
 * namespace. Its family ends with it, as the server reports the result of the whole family.
 */
public final class ServerJob implements Job {
	/** PRRTE may report that all ranks wait before each of them listens, and then loses the release of some: it is repeated after that. */
	private static final List<Duration> RELEASES = List.of(Duration.ofMillis(500), Duration.ofSeconds(2), Duration.ofSeconds(5));

	private final ServerLink link;
	private final JobSpec spec;
	private final boolean owned;
	private final JobLifecycle life;
	private volatile boolean released;
	private volatile int session;

	/**
	 * @param link      to the server
	 * @param spec      the order, or what is known of the order of a watched job
	 * @param owned     whether the engine launches it
	 * @param listeners follow it, in this order
	 */
	public ServerJob(ServerLink link, JobSpec spec, boolean owned, List<JobListener> listeners) {
		this.link = link;
		this.spec = spec;
		this.owned = owned;
		life = new JobLifecycle(this, link, spec, owned, listeners);
	}

	/** {@return its life, for the engine} */
	public JobLifecycle life() {
		return life;
	}

	@Override
	public boolean isOwned() {
		return owned;
	}

	@Override
	public String nspace() {
		return life.nspace();
	}

	@Override
	public int number() {
		try {
			return Integer.parseUnsignedInt(Nspace.jobNumber(nspace()));
		} catch (NumberFormatException otherForm) {
			return 0;
		}
	}

	@Override
	public int sessionId() {
		return session;
	}

	/** Notes the session in which the server lists the job. */
	void runsIn(int number) {
		session = number;
	}

	@Override
	public JobSpec spec() {
		return spec;
	}

	@Override
	public JobState state() {
		return life.state();
	}

	@Override
	public JobStage stage() {
		return life.stage();
	}

	@Override
	public Optional<JobStage> failure() {
		return failed().map(result -> JobStage.ofFailure(result.status()));
	}

	@Override
	public OptionalInt exitCode() {
		return failed().map(result -> OptionalInt.of(result.exitCode())).orElse(OptionalInt.empty());
	}

	private Optional<JobResult> failed() {
		return life.result().filter(result -> !result.isSuccess());
	}

	@Override
	public List<RankProcess> ranks() {
		life.watch();
		return List.copyOf(life.table().ranks());
	}

	@Override
	public CompletableFuture<Boolean> started() {
		life.watch();
		return life.started().copy();
	}

	@Override
	public CompletableFuture<JobResult> ended() {
		return life.ended().copy();
	}

	@Override
	public void signal(int signal) {
		send(signal);
	}

	/**
	 * Sends a signal, as {@link #signal(int)}.
	 *
	 * @param signal 1 to 64
	 * @return completes when the server has sent it, or has refused to
	 */
	public CompletableFuture<Void> send(int signal) {
		return life.named().thenCompose(name -> sent(signal, Proc.wildcard(name))).exceptionally(ended -> null);
	}

	private CompletableFuture<Void> sent(int signal, Proc... targets) {
		return life.control(Info.of(JobControlAttributes.JOB_CTRL_SIGNAL, signal), targets).thenAccept(followed -> {
			if (followed && link.dialect().stops(nspace()).isEmpty()) {
				link.execute(() -> life.table().signaled(signal, List.of(targets)));
			}
		});
	}

	@Override
	public void signal(int signal, Set<Integer> some) {
		if (!link.dialect().capabilities().contains(EngineCapability.RANK_SIGNALS)) {
			throw new UnsupportedOperationException("the server " + link.server().nspace() + " sends signals to whole jobs only");
		}
		life.whenNamed(name -> sent(signal, some.stream().map(rank -> Proc.of(name, rank)).toArray(Proc[]::new)));
	}

	@Override
	public CompletableFuture<Boolean> write(Set<Integer> some, byte[] data) {
		CompletableFuture<Boolean> written = new CompletableFuture<>();
		life.whenNamed(name -> life.streams().flatMap(JobStreams::input).orElseThrow().write(some, data).whenComplete((done, problem) -> {
			if (problem == null) {
				written.complete(done);
			} else {
				written.completeExceptionally(problem);
			}
		}));
		life.ended().thenRun(() -> written.complete(false));
		return written;
	}

	@Override
	public void endInput(Set<Integer> some) {
		life.whenNamed(name -> life.streams().flatMap(JobStreams::input).ifPresent(feed -> feed.end(some)));
	}

	@Override
	public Optional<String> heldAt() {
		return released ? Optional.empty() : life.heldAt();
	}

	@Override
	public boolean awaitsRelease() {
		return spec.stop() != StopPoint.NONE && !released && life.result().isEmpty();
	}

	@Override
	public void release() {
		released = true;
		life.whenNamed(name -> {
			raiseRelease(name);
			if (!link.dialect().isComplete()) {
				RELEASES.forEach(delay -> link.later(delay, () -> raiseRelease(name)));
			}
			life.inform(listener -> listener.released(this));
		});
	}

	private void raiseRelease(String name) {
		if (!life.isOver()) {
			link.tool().events().notifyEventAsync(Status.DEBUGGER_RELEASE, DataRange.CUSTOM,
					Info.of(EventAttributes.EVENT_CUSTOM_RANGE.key(), Proc.wildcard(name)), Info.of(EventAttributes.EVENT_NON_DEFAULT, true));
		}
	}

	@Override
	public void terminate() {
		life.endOnRequest(link.dialect().termination());
	}

	@Override
	public void interrupt() {
		life.endOnRequest(link.dialect().interruption());
	}

	/** Kills all ranks. */
	public void kill() {
		life.endOnRequest(Info.of(JobControlAttributes.JOB_CTRL_KILL, true));
	}

	/** Ends one rank. */
	void terminate(ServerRank rank) {
		if (!link.dialect().capabilities().contains(EngineCapability.RANK_SIGNALS)) {
			throw new UnsupportedOperationException("the server " + link.server().nspace() + " ends whole jobs only");
		}
		life.control(link.dialect().termination(), rank.proc());
	}

	@Override
	public String dump() {
		return "job " + nspace() + ": " + stage().label().toLowerCase(Locale.ROOT) + life.table().summary();
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return this == other || other instanceof Job job && !nspace().isEmpty() && nspace().equals(job.nspace());
	}

	/** Changes when the server names the job; its engine lists it from then on. */
	@Override
	public int hashCode() {
		return nspace().hashCode();
	}

	@Override
	public String toString() {
		return nspace() + " " + stage();
	}
}
