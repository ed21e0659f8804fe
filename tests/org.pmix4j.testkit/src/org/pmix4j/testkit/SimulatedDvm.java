// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.testkit;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.pmix4j.model.App;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.DataType;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.ProcInfo;
import org.pmix4j.model.ProcState;
import org.pmix4j.model.Query;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.DebuggerAttributes;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.JobControlAttributes;
import org.pmix4j.model.attributes.QueryAttributes;
import org.pmix4j.server.PmixServer;
import org.pmix4j.server.options.ServerOptions;
import org.pmix4j.server.options.ServerRole;
import org.pmix4j.server.spi.PmixHost;

/**
 * A DVM of PRRTE as a tool sees it, with any number of nodes and ranks, without processes: it answers queries for process tables, forwards
 * output, and reports the end of each job by an event. The programs are its own:
 *
 * <ul>
 * <li>{@code stay} runs until it is killed;
 * <li>{@code print LINES} runs until its job gets a signal; then each rank writes that many lines ({@link #line}), in pieces that end
 * anywhere, each of which waits until the tool has room, and ends;
 * <li>{@code mute} runs until it is killed, and is not found by debugger daemons, which say nothing;
 * <li>{@code vanish} ends at once, but is reported as running for ever, as PRRTE does now and then;
 * <li>a debugger daemon lists the processes of its node, as the search of an engine needs it, and the first one once more behind its end.
 * </ul>
 *
 * Thread-safe.
 */
public final class SimulatedDvm implements PmixHost, AutoCloseable {
	private static final int LINE = 100;
	private static final int PIECE = 1030;
	private static final int FIRST_PID = 1000;
	private static final long MOMENT_SECONDS = 3;

	private final String family = "prte-simulated-" + ProcessHandle.current().pid() + "@";
	private final List<String> nodes;
	private final Map<String, Job> jobs = new ConcurrentHashMap<>();
	private final AtomicInteger last = new AtomicInteger();
	private final AtomicInteger tables = new AtomicInteger();
	private final AtomicLong forwarded = new AtomicLong();
	private final CompletableFuture<Void> late = new CompletableFuture<>();
	private volatile Optional<Job> ended = Optional.empty();
	private volatile PmixServer server;

	/** A job that runs. */
	private record Job(String nspace, int size, List<String> words, AtomicInteger signals, CompletableFuture<Void> waits) {
		Job(String nspace, int size, List<String> words) {
			this(nspace, size, words, new AtomicInteger(), new CompletableFuture<>());
		}
	}

	private SimulatedDvm(int nodes) {
		this.nodes = IntStream.range(0, nodes).mapToObj("node%04d"::formatted).toList();
	}

	/**
	 * @param directory for files of the server
	 * @param nodes     the number of nodes, named node0000 and so on
	 * @return the DVM, which accepts tools
	 * @throws PmixException if it cannot listen
	 */
	public static SimulatedDvm open(Path directory, int nodes) throws PmixException {
		SimulatedDvm dvm = new SimulatedDvm(nodes);
		dvm.server = PmixServer.open(ServerOptions.of(Proc.of(dvm.family + 0, 0), "head", directory).withRoles(List.of(ServerRole.TOOL_SUPPORT)),
				dvm);
		return dvm;
	}

	/** @return the address for tools */
	public String uri() {
		return server.uri();
	}

	/** @return how many process tables of jobs it was asked for */
	public int tables() {
		return tables.get();
	}

	/** @return the bytes of output that it has tried to forward */
	public long forwarded() {
		return forwarded.get();
	}

	/**
	 * @param rank   of a job
	 * @param number of the line, from 0
	 * @return a line that the rank writes, {@value #LINE} bytes with its line feed
	 */
	public static String line(int rank, int number) {
		String begin = "line " + number + " of rank " + rank + " ";
		return begin + ".".repeat(LINE - 1 - begin.length()) + "\n";
	}

	/**
	 * @param nspace a job that prints
	 * @return completes when its ranks have waited for a while, because the tool has no room for their output; fails if they never do
	 */
	public CompletableFuture<Void> waits(String nspace) {
		return jobs.get(nspace).waits;
	}

	/** @return completes when a debugger daemon has written something behind its end, at the next look at a process table */
	public CompletableFuture<Void> late() {
		return late;
	}

	private String node(Job job, int rank) {
		return nodes.get((int) ((long) rank * nodes.size() / job.size));
	}

	@Override
	public CompletionStage<Proc> toolConnected(Infos infos) {
		return CompletableFuture.completedFuture(Proc.of("tool-" + last.incrementAndGet(), 0));
	}

	@Override
	public CompletionStage<String> spawn(Proc requester, Infos infos, List<App> apps) {
		boolean areDaemons = infos.contains(DebuggerAttributes.DEBUGGER_DAEMONS);
		String nspace = family + last.incrementAndGet();
		int size = areDaemons ? nodes.size() : apps.stream().mapToInt(App::maxProcs).sum();
		Job job = new Job(nspace, size, areDaemons ? List.of("daemon") : apps.get(0).arguments());
		jobs.put(nspace, job);
		if (areDaemons) {
			Thread.startVirtualThread(() -> search(job, infos));
		}
		return CompletableFuture.completedFuture(nspace);
	}

	/** Prints the processes of the job that the debugger daemons have as their target, on each node. */
	private void search(Job daemons, Infos infos) {
		String target = infos.value(DebuggerAttributes.DEBUG_TARGET.key()).map(Proc.class::cast).map(Proc::nspace).orElseThrow();
		Job job = jobs.get(target);
		if (job != null && job.words.get(0).equals("mute")) {
			return;
		}
		Map<String, String> children = job == null || job.words.get(0).equals("vanish") ? Map.of()
				: IntStream.range(0, job.size).boxed().collect(Collectors.groupingBy(rank -> node(job, rank),
						Collectors.mapping(rank -> " " + (FIRST_PID + rank), Collectors.joining())));
		for (int i = 0; i < daemons.size; i++) {
			forward(daemons, i, ("children" + children.getOrDefault(nodes.get(i), "") + "\n").getBytes(StandardCharsets.US_ASCII)).join();
		}
	}

	private CompletableFuture<Void> forward(Job job, int rank, byte[] bytes) {
		forwarded.addAndGet(bytes.length);
		return server.deliverOutput(Proc.of(job.nspace, rank), IofChannel.STDOUT, Infos.EMPTY, ByteObject.wrap(bytes));
	}

	private void print(Job job, int lines) {
		for (int from = 0; from < lines * LINE && jobs.containsKey(job.nspace); from += PIECE) {
			List<CompletableFuture<Void>> pieces = new ArrayList<>();
			for (int rank = 0; rank < job.size; rank++) {
				pieces.add(forward(job, rank, piece(rank, from, Math.min(from + PIECE, lines * LINE))));
			}
			CompletableFuture<Void> room = CompletableFuture.allOf(pieces.toArray(CompletableFuture[]::new));
			if (!isDone(room)) {
				job.waits.complete(null);
				room.join();
			}
		}
		job.waits.completeExceptionally(new IllegalStateException("the tool has taken all output without a pause"));
		end(job.nspace);
	}

	/** Returns whether a future completes within a moment. */
	private static boolean isDone(CompletableFuture<Void> future) {
		try {
			future.get(MOMENT_SECONDS, TimeUnit.SECONDS);
			return true;
		} catch (TimeoutException e) {
			return false;
		} catch (ExecutionException | InterruptedException e) {
			throw new IllegalStateException(e);
		}
	}

	/** Returns a part of what a rank writes. */
	private static byte[] piece(int rank, int from, int to) {
		String text = IntStream.rangeClosed(from / LINE, (to - 1) / LINE).mapToObj(number -> line(rank, number)).collect(Collectors.joining());
		int begin = from % LINE;
		return text.substring(begin, begin + to - from).getBytes(StandardCharsets.US_ASCII);
	}

	private void end(String nspace) {
		Job job = jobs.remove(nspace);
		if (job != null) {
			ended = Optional.of(job).filter(each -> each.words.get(0).equals("daemon"));
			server.notifyEvent(Status.EVENT_JOB_END, server.identity(), DataRange.SESSION,
					Infos.of(Info.of(EventAttributes.EVENT_AFFECTED_PROC, Proc.wildcard(nspace)),
							Info.of(JobAttributes.JOB_TERM_STATUS, Status.SUCCESS)));
		}
	}

	@Override
	public CompletionStage<Infos> query(Proc requester, List<Query> queries) {
		List<Info> answers = new ArrayList<>();
		for (Query query : queries) {
			if (query.keys().contains(QueryAttributes.QUERY_NAMESPACES.key())) {
				answers.add(Info.of(QueryAttributes.QUERY_NAMESPACES, String.join(",", jobs.keySet())));
			} else {
				table(query).ifPresent(answers::add);
			}
		}
		return answers.isEmpty() ? CompletableFuture.failedFuture(new PmixException(Status.ERR_NOT_FOUND, "nothing is known"))
				: CompletableFuture.completedFuture(new Infos(answers));
	}

	private Optional<Info> table(Query query) {
		String nspace = query.qualifiers().value(JobAttributes.NSPACE.key()).flatMap(JobAttributes.NSPACE.type()::fromValue).orElse("");
		if (!query.keys().contains(QueryAttributes.QUERY_PROC_TABLE.key())) {
			return Optional.empty();
		}
		if (nspace.equals(server.identity().nspace())) {
			return Optional.of(table(new Job(nspace, nodes.size(), List.of("prted"))));
		}
		tables.incrementAndGet();
		ended.ifPresent(daemons -> forward(daemons, 0, "children\n".getBytes(StandardCharsets.US_ASCII)).thenRun(() -> late.complete(null)));
		return Optional.ofNullable(jobs.get(nspace)).map(this::table);
	}

	private Info table(Job job) {
		return Info.of(QueryAttributes.QUERY_PROC_TABLE, new DataArray(DataType.PROC_INFO, IntStream.range(0, job.size).mapToObj(rank ->
				new ProcInfo(Proc.of(job.nspace, rank), node(job, rank), "/usr/bin/" + job.words.get(0), FIRST_PID + rank, ProcState.RUNNING))
				.map(PmixValue.class::cast).toList()));
	}

	@Override
	public CompletionStage<Infos> jobControl(Proc requester, List<Proc> targets, Infos directives) {
		for (Proc target : targets) {
			Job job = jobs.get(target.nspace());
			if (job != null && directives.contains(JobControlAttributes.JOB_CTRL_KILL)) {
				end(target.nspace());
			} else if (job != null && job.words.get(0).equals("print") && job.signals.getAndIncrement() == 0) {
				Thread.startVirtualThread(() -> print(job, Integer.parseInt(job.words.get(1))));
			}
		}
		return CompletableFuture.completedFuture(Infos.EMPTY);
	}

	@Override
	public void close() {
		jobs.clear();
		server.close();
	}
}
