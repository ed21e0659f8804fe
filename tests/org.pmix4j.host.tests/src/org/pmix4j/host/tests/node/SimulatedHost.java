// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.node;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.Function;

import org.pmix4j.host.HostListener;
import org.pmix4j.host.LogRecord;
import org.pmix4j.host.ServiceOptions;
import org.pmix4j.host.internal.calls.HostServices;
import org.pmix4j.host.internal.calls.LocalPmixHost;
import org.pmix4j.host.internal.calls.PmiCalls;
import org.pmix4j.host.internal.job.JobHandle;
import org.pmix4j.host.internal.job.Jobs;
import org.pmix4j.host.internal.memory.JobMemory;
import org.pmix4j.host.internal.pmi.PmiRanks;
import org.pmix4j.host.internal.session.HostContext;
import org.pmix4j.host.internal.session.Namespaces;
import org.pmix4j.host.internal.session.SessionRun;
import org.pmix4j.host.internal.session.Sessions;
import org.pmix4j.host.internal.session.SharedTopology;
import org.pmix4j.host.internal.thread.HostThread;
import org.pmix4j.host.internal.thread.TaskQueue;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobListener;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.OutputSink;
import org.pmix4j.model.App;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.PublishedData;
import org.pmix4j.model.attributes.IdentityAttributes;
import org.pmix4j.server.PmixServer;
import org.pmix4j.server.internal.core.ServerCore;
import org.pmix4j.server.options.OwnUser;
import org.pmix4j.server.options.ServerOptions;
import org.pmix4j.server.spi.LoopHost;
import org.pmix4j.server.spi.LoopServer;
import org.pmix4j.testkit.SimulatedLoop;

/** A host with simulated nodes and, on request, a simulated loop. Records its messages. */
final class SimulatedHost implements AutoCloseable {
	private static final long HEAP = Runtime.getRuntime().maxMemory();

	final List<String> messages = new CopyOnWriteArrayList<>();
	/** Texts for standard output, which are also messages. */
	final List<String> reports = new CopyOnWriteArrayList<>();
	final Sessions sessions;
	final SessionRun session;
	private final HostThread thread;
	final LocalPmixHost upcalls;
	private final LoopServer server;
	private final Jobs jobs;
	private final HostServices services;

	/** Opens the server of a host. */
	private interface Opener {
		LoopServer open(ServerOptions options, LoopHost host) throws PmixException;
	}

	/** Starts a host in real time. */
	SimulatedHost(Path directory, List<SimulatedNode> nodes) throws IOException, PmixException {
		this(directory, nodes, (options, host) -> PmixServer.open(options, host).onLoop(), Runnable::run, HEAP);
	}

	/** Starts a host on a loop that the test drives. */
	SimulatedHost(Path directory, List<SimulatedNode> nodes, SimulatedLoop loop) throws IOException, PmixException {
		this(directory, nodes, loop, Runnable::run, HEAP);
	}

	/** Starts a host on a loop that the test drives, with another heap; an executor runs what takes long. */
	SimulatedHost(Path directory, List<SimulatedNode> nodes, SimulatedLoop loop, Executor executor, long heap)
			throws IOException, PmixException {
		this(directory, nodes, (options, host) -> ServerCore.open(options, host, loop, connections -> Optional.empty()), executor, heap);
	}

	private SimulatedHost(Path directory, List<SimulatedNode> nodes, Opener opener, Executor executor, long heap)
			throws IOException, PmixException {
		Namespaces namespaces = new Namespaces();
		OwnUser user = OwnUser.ofThisProcess().orElseThrow();
		SimulatedNode home = nodes.get(0);
		thread = new HostThread(executor);
		jobs = new Jobs(namespaces, OutputSink.DISCARD);
		services = HostServices.of(thread, jobs, user, ServiceOptions.NONE, "here");
		upcalls = new LocalPmixHost(thread, jobs, namespaces, services, home, user);
		server = opener.open(ServerOptions.of(Proc.of(namespaces.server(), 0), home.node().name(), directory), upcalls);
		sessions = new Sessions(home);
		session = sessions.open(nodes);
		jobs.begin(new HostContext(thread, server, sessions, user, new SharedTopology(server, home::topologyXml), new HostListener() {
			@Override
			public void message(Job job, String text) {
				messages.add(text);
			}

			@Override
			public void report(Job job, String text) {
				reports.add(text);
				HostListener.super.report(job, text);
			}
		}, services.log(), new JobMemory(heap), new TaskQueue(thread),
				new PmiRanks(thread, server, user.uid(), new PmiCalls(thread, jobs, upcalls, connections -> Optional.empty(), user))));
	}

	JobHandle launch(JobSpec spec) {
		return launch(spec, HostListener.NONE);
	}

	JobHandle launch(JobSpec spec, JobListener listener) {
		return jobs.launch(spec, listener);
	}

	/** Spawns a job for a process. Completes with its namespace when its ranks run. */
	CompletableFuture<String> spawn(Proc requester, App app) {
		return spawn(requester, Infos.EMPTY, app);
	}

	/** Spawns a job for a process. Completes with its namespace when its ranks run. */
	CompletableFuture<String> spawn(Proc requester, Infos infos, App app) {
		return spawn(requester, infos, List.of(app));
	}

	/** Spawns a job of several programs for a process. Completes with its namespace when its ranks run. */
	CompletableFuture<String> spawn(Proc requester, Infos infos, List<App> apps) {
		return CompletableFuture.supplyAsync(() -> upcalls.spawn(requester, infos, apps), thread::execute)
				.thenCompose(Function.identity());
	}

	/** Looks up a value for a process. */
	CompletableFuture<List<PublishedData>> lookup(Proc requester, String key) {
		Infos user = Infos.EMPTY.with(IdentityAttributes.USERID, OwnUser.ofThisProcess().orElseThrow().uid())
				.with(IdentityAttributes.GRPID, OwnUser.ofThisProcess().orElseThrow().gid());
		return CompletableFuture.supplyAsync(() -> upcalls.lookup(requester, List.of(key), user), thread::execute)
				.thenCompose(Function.identity());
	}

	/** Returns the record of a job. */
	List<LogRecord> records(String nspace) {
		return services.log().records(nspace);
	}

	List<JobHandle> jobs() {
		return jobs.running();
	}

	/** Ends the jobs as a host does that closes. */
	void endJobs(Duration limit) {
		jobs.close(limit, limit);
	}

	@Override
	public void close() {
		jobs.close(Duration.ZERO, Duration.ZERO);
		server.close();
	}
}
