// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.tool.internal.fork;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.pmix4j.client.IofHandler;
import org.pmix4j.model.App;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.AppAttributes;
import org.pmix4j.model.attributes.EnvironmentVariables;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.LevelAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.attributes.ServerAttributes;
import org.pmix4j.model.attributes.SessionAttributes;
import org.pmix4j.model.attributes.ToolAttributes;
import org.pmix4j.model.bytes.BytePaths;
import org.pmix4j.server.PmixServer;
import org.pmix4j.server.options.OwnUser;
import org.pmix4j.tool.options.ToolOptions;

/**
 * Starts the processes of a tool without a launcher, as clients of the tool's own server. Owned by the tool; its end kills the processes.
 * Thread-safe.
 *
 * @see "OpenPMIx src/mca/pfexec"
 */
public final class Forks {
	private static final int SECONDS = 30;
	/** Between SIGTERM and SIGKILL. */
	private static final long GRACE_MILLIS = 1000;

	private final PmixServer server;
	private final ToolOptions options;
	private final String hostname;
	private final AtomicInteger jobs = new AtomicInteger();
	private final Queue<Process> processes = new ConcurrentLinkedQueue<>();
	/** The jobs that run, by namespace, in the order of their start. */
	private final Map<String, ForkedProcesses> running = Collections.synchronizedMap(new LinkedHashMap<>());

	/**
	 * @param server   of the tool
	 * @param options  of the tool
	 * @param hostname of this node
	 */
	public Forks(PmixServer server, ToolOptions options, String hostname) {
		this.server = server;
		this.options = options;
		this.hostname = hostname;
	}

	/**
	 * A call that may be refused.
	 *
	 * @param <T> type of the result
	 */
	public interface Call<T> {
		/**
		 * @return the result
		 * @throws PmixException the refusal
		 */
		T make() throws PmixException;
	}

	/**
	 * Makes a call on the executor of the tool.
	 *
	 * @param <T>  type of the result
	 * @param call may block
	 * @return its result
	 */
	public <T> CompletableFuture<T> async(Call<T> call) {
		return CompletableFuture.supplyAsync(() -> {
			try {
				return call.make();
			} catch (PmixException refused) {
				throw new CompletionException(refused);
			}
		}, options.executor());
	}

	/**
	 * Starts a job.
	 *
	 * @param infos  its directives
	 * @param apps   its programs
	 * @param output receives the output, one piece at a time
	 * @param ended  is completed with the exit code on its own thread
	 * @return its namespace
	 * @throws PmixException {@code ERR_NOT_SUPPORTED} if there is a directive that only a launcher can fulfill, {@code
	 *                       ERR_JOB_NO_EXE_SPECIFIED} if there is no program, {@code ERR_JOB_FAILED_TO_LAUNCH} if one cannot be started
	 */
	public String start(Infos infos, List<App> apps, IofHandler output, CompletableFuture<Integer> ended) throws PmixException {
		if (apps.isEmpty()) {
			throw new PmixException(Status.ERR_JOB_NO_EXE_SPECIFIED, "spawn: no program is named");
		}
		ForkDirectives directives = ForkDirectives.of(infos, apps);
		String nspace = nextName('@');
		int size = apps.stream().mapToInt(Forks::size).sum();
		register(nspace, size, directives.forRanks().concat(programs(apps)), size);
		return start(apps, directives, nspace, server::environment, output, ended);
	}

	/** Describes the programs and the ranks of each to the ranks. */
	private static List<Info> programs(List<App> apps) {
		List<Info> infos = new ArrayList<>();
		int rank = 0;
		for (int number = 0; number < apps.size(); number++) {
			App app = apps.get(number);
			infos.add(Info.of(LevelAttributes.APP_INFO_ARRAY, DataArray.of(Infos.of(Info.of(AppAttributes.APPNUM, number),
					Info.of(AppAttributes.APP_SIZE, size(app)), Info.of(AppAttributes.APPLDR, Rank.of(rank)),
					Info.of(AppAttributes.APP_ARGV, String.join(" ", app.arguments()))))));
			for (int i = 0; i < size(app); i++) {
				infos.add(Info.of(LevelAttributes.PROC_INFO_ARRAY, DataArray.of(Infos.of(Info.of(ProcAttributes.RANK, Rank.of(rank + i)),
						Info.of(AppAttributes.APPNUM, number)))));
			}
			rank += size(app);
		}
		return infos;
	}

	/**
	 * Writes to the standard input of processes, which may be all of a job.
	 *
	 * @param targets the processes
	 * @param data    the bytes
	 * @param last    whether the input ends behind them
	 * @return completes when they are written; fails with {@code ERR_NOT_FOUND} if no such job runs, {@code ERR_IOF_COMPLETE} if a process
	 *         accepts no input, {@code ERR_TIMEOUT} if it does not read
	 */
	public CompletableFuture<Void> push(List<Proc> targets, ByteObject data, boolean last) {
		List<CompletableFuture<Void>> pushed = new ArrayList<>();
		for (Proc target : targets) {
			ForkedProcesses job = running.get(target.nspace());
			List<Proc> procs = job == null ? List.of() : job.procs().stream().filter(target::covers).toList();
			if (job == null || procs.isEmpty()) {
				return CompletableFuture.failedFuture(new PmixException(Status.ERR_NOT_FOUND, "input: this tool runs no process " + target));
			}
			List<Proc> readers = procs.stream().filter(job::hasInput).toList();
			(readers.isEmpty() ? procs.subList(0, 1) : readers).forEach(proc -> pushed.add(job.push(proc, data, last, options.executor())));
		}
		return CompletableFuture.allOf(pushed.toArray(CompletableFuture[]::new))
				.orTimeout(options.requestLimit().toMillis(), TimeUnit.MILLISECONDS)
				.exceptionallyCompose(failure -> CompletableFuture.failedFuture(failure instanceof TimeoutException
						? new PmixException(Status.ERR_TIMEOUT, "input: " + targets + " did not read it within " + options.requestLimit(), failure)
						: failure));
	}

	/**
	 * @param node   a node; empty for this one
	 * @param nspace a job; empty for all
	 * @return the processes of this tool that run there
	 */
	public List<Proc> peers(String node, String nspace) {
		if (!node.isEmpty() && !node.equals(hostname)) {
			return List.of();
		}
		synchronized (running) {
			return running.entrySet().stream().filter(job -> nspace.isEmpty() || nspace.equals(job.getKey()))
					.flatMap(job -> job.getValue().procs().stream()).toList();
		}
	}

	/**
	 * @param nspace a job; empty for all
	 * @return the nodes of the jobs of this tool
	 */
	public List<String> nodes(String nspace) {
		return peers("", nspace).isEmpty() ? List.of() : List.of(hostname);
	}

	/**
	 * Starts a launcher, which calls the server of the tool and waits there until the tool releases it.
	 *
	 * @param app        the launcher, without directives
	 * @param directives for the job that it will launch
	 * @param output     receives the output, one piece at a time
	 * @param ended      is completed with the exit code on its own thread
	 * @return the namespace of the launcher
	 * @throws PmixException as {@link #start}
	 */
	public String startLauncher(App app, Infos directives, IofHandler output, CompletableFuture<Integer> ended) throws PmixException {
		requirePlain(app);
		Infos given = Infos.EMPTY.with(ProcAttributes.PARENT_ID, server.identity()).with(ToolAttributes.LAUNCH_DIRECTIVES,
				DataArray.of(directives));
		// the name that the C library uses; PRRTE takes a number after @ for one of its own jobs, whose directory is in use
		String nspace = nextName(':');
		// a launcher is not a client of this server, but connects as a tool with this name
		register(nspace, size(app), given, 0);
		return start(List.of(app), new ForkDirectives(Infos.EMPTY), nspace, this::environmentOfLauncher, output, ended);
	}

	/** Returns the variables of a server that is to call this one. It must not find the address of this server as a client does. */
	private Map<String, String> environmentOfLauncher(Proc launcher) {
		Map<String, String> environment = server.environment(launcher);
		environment.values().removeIf(server.uri()::equals);
		environment.put("PMIX_SERVER_NSPACE", launcher.nspace());
		environment.put("PMIX_SERVER_RANK", launcher.rank().toString());
		environment.put(EnvironmentVariables.LAUNCHER_RNDZ_URI, server.uri());
		return environment;
	}

	private String nextName(char separator) {
		return server.identity().nspace() + separator + jobs.incrementAndGet();
	}

	private String start(List<App> apps, ForkDirectives directives, String nspace, Function<Proc, Map<String, String>> environment,
			IofHandler output, CompletableFuture<Integer> ended) throws PmixException {
		ForkedProcesses job = new ForkedProcesses(output);
		Rank target = directives.inputTarget();
		try {
			int first = 0;
			for (App app : apps) {
				for (int rank = first; rank < first + size(app); rank++) {
					Proc proc = Proc.of(nspace, rank);
					boolean hasInput = target.equals(Rank.WILDCARD) || target.equals(proc.rank());
					Process process = builder(app, directives, environment.apply(proc), hasInput).start();
					processes.add(process);
					job.add(proc, process, hasInput);
				}
				first += size(app);
			}
		} catch (IOException failure) {
			job.kill();
			server.deregisterNamespace(nspace);
			throw new PmixException(Status.ERR_JOB_FAILED_TO_LAUNCH, "job " + nspace + " does not start: " + failure.getMessage(), failure);
		}
		running.put(nspace, job);
		Thread.ofVirtual().name("pmix-forked-" + nspace).start(() -> {
			int code = job.await();
			running.remove(nspace);
			processes.removeIf(process -> !process.isAlive());
			server.deregisterNamespace(nspace).whenComplete((nothing, failure) -> ended.complete(code));
		});
		return nspace;
	}

	private static int size(App app) {
		return Math.max(1, app.maxProcs());
	}

	private static void requirePlain(App app) throws PmixException {
		for (Info directive : app.infos()) {
			throw new PmixException(Status.ERR_NOT_SUPPORTED,
					"a tool that starts processes itself does not support the directive " + directive.key());
		}
	}

	private void register(String nspace, int size, Infos given, int clients) throws PmixException {
		OwnUser user = OwnUser.ofThisProcess()
				.orElseThrow(() -> new PmixException(Status.ERR_NOT_SUPPORTED, "the user of this process cannot be read from /proc"));
		String ranks = IntStream.range(0, size).mapToObj(Integer::toString).collect(Collectors.joining(","));
		List<CompletableFuture<Void>> registered = new ArrayList<>();
		registered.add(server.registerNamespace(nspace, clients, given.with(ServerAttributes.NODE_MAP, hostname)
				.with(ServerAttributes.PROC_MAP, ranks).with(JobAttributes.JOB_SIZE, size).with(SessionAttributes.UNIV_SIZE, size)));
		for (int rank = 0; rank < clients; rank++) {
			registered.add(server.registerClient(Proc.of(nspace, rank), user.uid(), user.gid(), nspace));
		}
		try {
			CompletableFuture.allOf(registered.toArray(CompletableFuture[]::new)).get(SECONDS, TimeUnit.SECONDS);
		} catch (ExecutionException | TimeoutException failure) {
			throw new PmixException(Status.ERR_JOB_FAILED_TO_LAUNCH, "job " + nspace + " cannot be registered: " + failure.getMessage(), failure);
		} catch (InterruptedException interrupted) {
			Thread.currentThread().interrupt();
			throw new PmixException(Status.ERR_JOB_FAILED_TO_LAUNCH, "interrupted while job " + nspace + " is registered", interrupted);
		}
	}

	private ProcessBuilder builder(App app, ForkDirectives directives, Map<String, String> ofServer, boolean hasInput) throws PmixException {
		List<String> command = new ArrayList<>(List.of(app.command()));
		command.addAll(app.arguments().subList(Math.min(1, app.arguments().size()), app.arguments().size()));
		ProcessBuilder builder = new ProcessBuilder(command).redirectInput(hasInput ? Redirect.PIPE : Redirect.from(new File("/dev/null")))
				.directory(options.directory().resolve(BytePaths.of(directives.directory(app))).toFile());
		Map<String, String> environment = builder.environment();
		environment.clear();
		environment.putAll(directives.environment(app, options.environment()));
		environment.putAll(ofServer);
		return builder;
	}

	/** Kills all processes that still run. */
	public void close() {
		processes.forEach(Process::destroy);
		long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(GRACE_MILLIS);
		for (Process process : processes) {
			try {
				if (!process.waitFor(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
					process.destroyForcibly();
				}
			} catch (InterruptedException interrupted) {
				process.destroyForcibly();
				Thread.currentThread().interrupt();
			}
		}
	}
}
