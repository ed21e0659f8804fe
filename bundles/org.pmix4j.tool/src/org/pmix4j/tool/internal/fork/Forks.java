// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.tool.internal.fork;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
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
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.EnvironmentVariables;
import org.pmix4j.model.attributes.JobAttributes;
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
	 * Starts a job.
	 *
	 * @param app    its program, without directives
	 * @param output receives the output, one piece at a time
	 * @param ended  is completed with the exit code on a thread of its own
	 * @return its namespace
	 * @throws PmixException {@code ERR_NOT_SUPPORTED} if the program has directives, {@code ERR_JOB_FAILED_TO_LAUNCH} if it cannot be started
	 */
	public String start(App app, IofHandler output, CompletableFuture<Integer> ended) throws PmixException {
		requirePlain(app);
		String nspace = nextName('@');
		int size = size(app);
		register(nspace, size, Infos.EMPTY, size);
		return start(app, nspace, server::environment, output, ended);
	}

	/**
	 * Starts a launcher, which calls the server of the tool and waits there until the tool releases it.
	 *
	 * @param app        the launcher, without directives
	 * @param directives for the job that it will launch
	 * @param output     receives the output, one piece at a time
	 * @param ended      is completed with the exit code on a thread of its own
	 * @return the namespace of the launcher
	 * @throws PmixException as {@link #start}
	 */
	public String startLauncher(App app, Infos directives, IofHandler output, CompletableFuture<Integer> ended) throws PmixException {
		requirePlain(app);
		Infos told = Infos.EMPTY.with(ProcAttributes.PARENT_ID, server.identity()).with(ToolAttributes.LAUNCH_DIRECTIVES,
				DataArray.of(directives));
		// the C library names it so; PRRTE takes a number after @ for that of one of its own jobs, and finds their directory in use
		String nspace = nextName(':');
		// a launcher is no client of this server, but connects as a tool with this name
		register(nspace, size(app), told, 0);
		return start(app, nspace, this::environmentOfLauncher, output, ended);
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

	private String start(App app, String nspace, Function<Proc, Map<String, String>> environment, IofHandler output,
			CompletableFuture<Integer> ended) throws PmixException {
		ForkedProcesses job = new ForkedProcesses(output);
		try {
			for (int rank = 0; rank < size(app); rank++) {
				Proc proc = Proc.of(nspace, rank);
				Process process = builder(app, environment.apply(proc)).start();
				processes.add(process);
				job.add(proc, process);
			}
		} catch (IOException failure) {
			job.kill();
			server.deregisterNamespace(nspace);
			throw new PmixException(Status.ERR_JOB_FAILED_TO_LAUNCH, "job " + nspace + " does not start: " + failure.getMessage(), failure);
		}
		Thread.ofVirtual().name("pmix-forked-" + nspace).start(() -> {
			int code = job.await();
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
					"a tool that starts processes by itself does not support the directive " + directive.key());
		}
	}

	private void register(String nspace, int size, Infos told, int clients) throws PmixException {
		OwnUser user = OwnUser.ofThisProcess()
				.orElseThrow(() -> new PmixException(Status.ERR_NOT_SUPPORTED, "the user of this process cannot be read from /proc"));
		String ranks = IntStream.range(0, size).mapToObj(Integer::toString).collect(Collectors.joining(","));
		List<CompletableFuture<Void>> registered = new ArrayList<>();
		registered.add(server.registerNamespace(nspace, clients, told.with(ServerAttributes.NODE_MAP, hostname)
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

	private ProcessBuilder builder(App app, Map<String, String> ofServer) {
		List<String> command = new ArrayList<>(List.of(app.command()));
		command.addAll(app.arguments().subList(Math.min(1, app.arguments().size()), app.arguments().size()));
		ProcessBuilder builder = new ProcessBuilder(command).redirectInput(new File("/dev/null"))
				.directory(options.directory().resolve(BytePaths.of(app.workingDirectory())).toFile());
		Map<String, String> environment = builder.environment();
		environment.clear();
		environment.putAll(options.environment());
		for (String variable : app.environment()) {
			int equals = variable.indexOf('=');
			if (equals > 0) {
				environment.put(variable.substring(0, equals), variable.substring(equals + 1));
			}
		}
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
