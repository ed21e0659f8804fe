// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.dvm.internal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.Stream;

import org.pmix4j.client.EventHandlers;
import org.pmix4j.client.EventOutcome;
import org.pmix4j.client.HandlerOptions;
import org.pmix4j.client.IofOutput;
import org.pmix4j.client.PmixEvent;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobListener;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.Node;
import org.pmix4j.job.OutputSink;
import org.pmix4j.job.RankProcess;
import org.pmix4j.job.inspection.Inspection;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.ProcInfo;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.JobAttributes;

/**
 * Follows the jobs of a server: those that the engine launches, and all others if it wants to see them. Reads tables once a second, as
 * servers need not report changes, and handles the events that they raise. Owned by the engine; changes jobs on its thread.
 */
public final class JobFollower {
	private static final System.Logger LOG = System.getLogger(JobFollower.class.getName());
	private static final Duration PERIOD = Duration.ofSeconds(1);
	/** The most ends of other jobs that are kept while a launch is under way. */
	private static final int MOST_ENDS = 64;

	private final ServerLink link;
	private final ServerDialect dialect;
	private final boolean followsAll;
	private final JobListener listener;
	private final Function<Job, OutputSink> outputs;
	private final List<ServerJob> jobs = new CopyOnWriteArrayList<>();
	/** Ends of jobs that came before their namespaces were known, by namespace. */
	private final Map<String, PmixEvent> earlyEnds = new LinkedHashMap<>();
	/** The jobs that the server did not list the last time. */
	private final Set<String> missing = new HashSet<>();
	private final SessionTable sessions;
	private volatile List<Node> nodes = List.of();

	/**
	 * @param link       to the server
	 * @param followsAll whether other jobs of the server are followed, too
	 * @param listener   follows all jobs and, if all are followed, the sessions
	 * @param outputs    the destinations of the output of other jobs
	 */
	public JobFollower(ServerLink link, boolean followsAll, JobListener listener, Function<Job, OutputSink> outputs) {
		this.link = link;
		dialect = link.dialect();
		this.followsAll = followsAll;
		this.listener = listener;
		sessions = new SessionTable(listener);
		this.outputs = outputs;
	}

	/** Begins to listen and to look. */
	public void begin() {
		EventHandlers events = link.tool().events();
		if (followsAll || !dialect.isComplete()) {
			events.registerAsync(HandlerOptions.of(Status.EVENT_JOB_END), this::jobEnded);
			events.registerAsync(HandlerOptions.of(Status.READY_FOR_DEBUG), this::readyForDebug);
		}
		if (followsAll) {
			dialect.nodesOf(link.server()).ifPresent(this::readNodes);
		}
		link.later(followsAll ? Duration.ZERO : PERIOD, this::look);
	}

	private void readNodes(String nspace) {
		ServerTables.processes(link, nspace)
				.thenAccept(table -> nodes = table.stream().map(ProcInfo::hostname).distinct().map(link::node).toList());
	}

	/**
	 * Launches a job. Called on any thread.
	 *
	 * @param spec  the order
	 * @param first follows the job, before the listener of all jobs
	 * @return the job
	 */
	public ServerJob launch(JobSpec spec, JobListener first) {
		ServerJob job = new ServerJob(link, spec, true, List.of(first, listener));
		jobs.add(job);
		job.life().whenKnown(name -> {
			PmixEvent end = earlyEnds.remove(name);
			if (end != null) {
				job.life().endedBy(end);
			}
		});
		link.execute(() -> job.life().launch(Infos.EMPTY));
		if (followsAll) {
			job.life().watch();
		}
		return job;
	}

	/** {@return all jobs, also those that start or have just ended} */
	public List<ServerJob> jobs() {
		return jobs;
	}

	/**
	 * Ends all jobs, also those that the engine needs itself, because the server is lost. Called on the engine's thread.
	 *
	 * @param words the last lines that the server has written
	 */
	public void lost(List<String> words) {
		all().forEach(job -> job.life().lost(words));
	}

	/** {@return the jobs that have a namespace and have not ended; watched ones when their ranks are known} */
	public List<ServerJob> running() {
		return jobs.stream().filter(job -> !job.life().hasEnded() && !job.nspace().isEmpty())
				.filter(job -> job.isOwned() || !job.life().table().ranks().isEmpty()).toList();
	}

	/** {@return the nodes that the server has named} */
	public List<Node> nodes() {
		Set<Node> all = new LinkedHashSet<>(nodes);
		jobs.stream().flatMap(job -> job.life().table().ranks().stream()).map(RankProcess::node).filter(node -> !node.name().equals("?"))
				.forEach(all::add);
		return all.stream().sorted(Comparator.comparingInt(Node::id)).toList();
	}

	private CompletableFuture<EventOutcome> jobEnded(PmixEvent event) {
		link.execute(() -> Inspection.endedJob(event.infos()).ifPresent(nspace -> {
			Optional<ServerJob> known = find(nspace);
			if (known.isPresent()) {
				end(known.get(), event);
			} else if (isLaunching()) {
				earlyEnds.put(nspace, event);
				if (earlyEnds.size() > MOST_ENDS) {
					earlyEnds.remove(earlyEnds.keySet().iterator().next());
				}
			}
		}));
		return CompletableFuture.completedFuture(EventOutcome.CONTINUE);
	}

	/** A PMIx4J server reports the end of a submitted job behind its output instead. */
	private void end(ServerJob job, PmixEvent event) {
		if (!job.isOwned() || !dialect.isComplete()) {
			job.life().endedBy(event);
		}
	}

	private CompletableFuture<EventOutcome> readyForDebug(PmixEvent event) {
		link.execute(() -> nspaceOf(event).flatMap(this::find).ifPresent(job -> job.life().held()));
		return CompletableFuture.completedFuture(EventOutcome.CONTINUE);
	}

	private static Optional<String> nspaceOf(PmixEvent event) {
		try {
			Optional<String> named = event.infos().get(JobAttributes.NSPACE);
			return named.isPresent() ? named : Inspection.endedJob(event.infos());
		} catch (PmixException otherType) {
			return Optional.empty();
		}
	}

	private Optional<ServerJob> find(String nspace) {
		return all().filter(job -> job.nspace().equals(nspace)).findFirst();
	}

	private boolean isLaunching() {
		return all().anyMatch(job -> job.life().isLaunching());
	}

	private Stream<ServerJob> all() {
		return Stream.concat(jobs.stream(), link.helpers().stream());
	}

	/** Reads the tables once, and again after a while. */
	private void look() {
		long begun = System.nanoTime();
		List<CompletableFuture<?>> looks = new ArrayList<>();
		if (followsAll) {
			looks.add(ServerTables.listing(link).thenAccept(listing -> link.execute(() -> {
				sessions.update(listing.sessions());
				follow(listing.namespaces());
			})));
		}
		running().stream().filter(job -> job.life().isWatched()).forEach(job -> looks.add(job.life().look()));
		CompletableFuture.allOf(looks.toArray(CompletableFuture[]::new))
				.whenComplete((done, problem) -> link.later(ServerTables.pause(PERIOD, begun), this::look));
	}

	/** Adds jobs that other processes have started, and ends those that are gone. */
	private void follow(List<String> running) {
		for (String nspace : running) {
			OptionalInt session = sessions.find(nspace);
			Optional<ServerJob> known = find(nspace);
			known.ifPresent(job -> session.ifPresent(job::runsIn));
			// a name that is new while a launch is under way may be that of the launched job
			if (known.isEmpty() && !isLaunching() && (session.isPresent() || !sessions.isReported())) {
				ServerTables.processes(link, nspace).thenAccept(table -> link.execute(() -> add(nspace, session, table)));
			}
		}
		Set<String> names = new HashSet<>(running);
		// the event that says how a job has ended may be on its way
		jobs.stream().filter(job -> !job.isOwned() && missing.contains(job.nspace()) && !names.contains(job.nspace()))
				.forEach(job -> job.life().vanished());
		missing.clear();
		jobs.stream().map(ServerJob::nspace).filter(nspace -> !names.contains(nspace)).forEach(missing::add);
		// one that has ended meanwhile may still be in this answer
		jobs.removeIf(job -> job.life().hasEnded() && !names.contains(job.nspace()));
	}

	private void add(String nspace, OptionalInt session, List<ProcInfo> table) {
		if (!table.isEmpty() && find(nspace).isEmpty() && !isLaunching()) {
			ServerJob job = new ServerJob(link, order(nspace, table), false, List.of(listener));
			session.ifPresent(job::runsIn);
			jobs.add(job);
			job.life().begin(nspace);
			follow(job, outputs.apply(job));
			job.life().update(table, Map.of());
			job.life().watch();
		}
	}

	/** Returns what the process table says about the order of a job: successive ranks with the same executable are one program. */
	private static JobSpec order(String nspace, List<ProcInfo> table) {
		List<AppSpec> apps = new ArrayList<>();
		int first = 0;
		for (int next = 1; next <= table.size(); next++) {
			String program = table.get(first).executable();
			if (next == table.size() || !table.get(next).executable().equals(program)) {
				apps.add(AppSpec.of(next - first, program.isEmpty() ? nspace : program));
				first = next;
			}
		}
		return JobSpec.of(apps.toArray(AppSpec[]::new));
	}

	/** Passes on the output of a job that others have started. */
	private void follow(ServerJob job, OutputSink sink) {
		if (sink == OutputSink.DISCARD) {
			return;
		}
		link.pull(job.nspace(), piece -> write(piece, sink)).exceptionally(problem -> {
			link.execute(() -> job.life().inform(
					each -> each.message(job, "the server does not forward the output: " + problem.getMessage())));
			return null;
		});
	}

	private static void write(IofOutput piece, OutputSink sink) {
		if (!piece.isEnd()) {
			try {
				IofChannel channel = piece.channel().equals(IofChannel.STDOUT) ? IofChannel.STDOUT : IofChannel.STDERR;
				sink.write(piece.source(), channel, ByteBuffer.wrap(piece.data().toByteArray()));
			} catch (IOException e) {
				LOG.log(System.Logger.Level.WARNING, "output of " + piece.source() + " is lost: " + e.getMessage());
			}
		}
	}
}
