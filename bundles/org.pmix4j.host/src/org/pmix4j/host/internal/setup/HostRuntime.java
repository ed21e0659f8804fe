// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.setup;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

import org.pmix4j.host.HostNodes;
import org.pmix4j.host.HostOptions;
import org.pmix4j.host.internal.calls.HostServices;
import org.pmix4j.host.internal.calls.LocalPmixHost;
import org.pmix4j.host.internal.calls.PmiCalls;
import org.pmix4j.host.internal.job.Jobs;
import org.pmix4j.host.internal.memory.JobMemory;
import org.pmix4j.host.internal.node.HardwareOnDemand;
import org.pmix4j.host.internal.node.LocalNode;
import org.pmix4j.host.internal.node.NodeAgent;
import org.pmix4j.host.internal.node.SimulatedAgent;
import org.pmix4j.host.internal.pmi.PmiRanks;
import org.pmix4j.host.internal.session.HostContext;
import org.pmix4j.host.internal.session.Namespaces;
import org.pmix4j.host.internal.session.SessionRun;
import org.pmix4j.host.internal.session.Sessions;
import org.pmix4j.host.internal.session.SharedTopology;
import org.pmix4j.host.internal.thread.HostThread;
import org.pmix4j.host.internal.thread.TaskQueue;
import org.pmix4j.job.Node;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.bytes.BytePaths;
import org.pmix4j.model.bytes.OwnProcess;
import org.pmix4j.placement.internal.allocation.NodeNames;
import org.pmix4j.placement.internal.allocation.PoolNode;
import org.pmix4j.placement.internal.allocation.SimulatedPool;
import org.pmix4j.process.internal.posix.ProcFs;
import org.pmix4j.server.options.NodeName;
import org.pmix4j.server.options.OwnUser;
import org.pmix4j.server.options.ServerOptions;

/** The parts of a host. Starts and ends them in the right order. Owned by the host. */
public final class HostRuntime implements AutoCloseable {
	/** Variables in which a debugger names the file to which the server is to write its address. */
	private static final List<String> LAUNCHER_FILE = List.of("PMIX_LAUNCHER_RNDZ_FILE", "PMIX_LAUNCHER_RENDEZVOUS_FILE");

	private final HostContext context;
	private final HostServer server;
	private final LocalNode node;
	private final HostServices services;
	private final LocalPmixHost calls;
	private final Proc identity;

	private HostRuntime(HostContext context, HostServer server, LocalNode node, HostServices services, LocalPmixHost calls, Proc identity) {
		this.context = context;
		this.server = server;
		this.node = node;
		this.services = services;
		this.calls = calls;
		this.identity = identity;
	}

	/**
	 * Starts all parts. If one fails, those started before it are ended.
	 *
	 * @param options    of the host
	 * @param namespaces names of the host
	 * @param jobs       of the host
	 * @param summons    of the tool that has started the host's process, if one has
	 * @return the parts
	 * @throws IOException   if the session directory cannot be created, the description of the site has a mistake, or /proc is that of
	 *                       another PID namespace
	 * @throws PmixException if the server cannot listen
	 */
	public static HostRuntime start(HostOptions options, Namespaces namespaces, Jobs jobs, Optional<LauncherRendezvous> summons)
			throws IOException, PmixException {
		if (!ProcFs.isOwn()) {
			// ranks would be looked for, and killed, by numbers that mean other processes
			throw new IOException("/proc does not show the processes of this PID namespace; mount it with: mount -t proc proc /proc"
					+ " (unshare does it with --mount-proc)");
		}
		OwnUser user = OwnUser.ofThisProcess().orElseThrow(() -> new IOException("/proc/self does not show the user of this process"));
		String name = NodeName.ofThisMachine();
		Node machine = new Node(0, NodeName.withoutDomain(name), options.nodes().slots());
		PoolNode pool = new PoolNode(machine, new NodeNames(name, true), options.nodes().slotsGiven(),
				options.nodes().maxSlots(), HardwareOnDemand.begin());
		LocalNode node = LocalNode.start(pool, user.uid(), options.directory(), namespaces.server(), namespaces.marker());
		if (options.ownsProcess()) {
			node.ownProcess();
		}
		HostThread thread = new HostThread(Thread::startVirtualThread);
		thread.failure().tell(options.listener()::hostFailed);
		node.onDeath(thread.failure()::note);
		Optional<HostServer> opened = Optional.empty();
		try {
			HostServices services = HostServices.of(thread, jobs, user, options.services(), machine.name());
			Sessions sessions = new Sessions(node);
			SessionRun session = sessions.open(agents(options.nodes(), pool, node));
			node.claim();
			LocalPmixHost calls = new LocalPmixHost(thread, jobs, namespaces, services, node, user);
			Proc identity = Proc.of(namespaces.server(), 0);
			HostServer server = HostServer.open(
					serverOptions(options, identity, machine.name(), session.nodes().home().directory().top()), calls);
			opened = Optional.of(server);
			if (summons.isPresent()) {
				// before all else, since the tool does not wait for long
				summons.get().follow(server.loop(), jobs.directives());
			}
			Path own = session.nodes().home().directory().top();
			node.guard(server.loop().uri(), server.loop().announcements().stream().filter(file -> !file.startsWith(own)).toList());
			node.beginSweep();
			new Upkeep(thread, node, server.loop()).begin();
			HostContext context = new HostContext(thread, server.loop(), sessions, user,
					new SharedTopology(server.loop(), node::topologyXml),
					new HostNews(services, options.listener()), services.log(), new JobMemory(Runtime.getRuntime().maxMemory()),
					new TaskQueue(thread),
					new PmiRanks(thread, server.loop(), user.uid(), new PmiCalls(thread, jobs, calls, server.users(), user)));
			return new HostRuntime(context, server, node, services, calls, identity);
		} catch (IOException | PmixException | RuntimeException | Error e) {
			opened.ifPresent(HostServer::close);
			node.close();
			throw e;
		}
	}

	private static List<NodeAgent> agents(HostNodes nodes, PoolNode here, LocalNode node) {
		return nodes.isSimulated()
				? SimulatedPool.parse(nodes.simulated(), here.processors()).stream().<NodeAgent>map(SimulatedAgent::new).toList()
				: List.of(node);
	}

	/**
	 * Returns the options of the server. Tools find it by files in the session directory, and by the files that the options and the
	 * environment name. The file of a node's system server is in the system directory.
	 */
	private static ServerOptions serverOptions(HostOptions options, Proc identity, String hostname, Path directory) {
		ServerOptions made = ServerOptions.of(identity, hostname, directory).withRoles(options.roles())
				.withMaxMessage(options.maxMessage() << 20).withSystemDirectory(options.systemDirectory(OwnProcess.environment()));
		if (options.reportUri().isPresent()) {
			made = made.withReportUri(options.reportUri().get());
		}
		for (String name : LAUNCHER_FILE) {
			String file = OwnProcess.environment().getOrDefault(name, "");
			if (!file.isEmpty()) {
				made = made.withLauncherFile(OwnProcess.directory().resolve(BytePaths.of(file)));
			}
		}
		return made;
	}

	/** @return the services for jobs */
	public HostContext context() {
		return context;
	}

	/**
	 * Controls a session as a tool does.
	 *
	 * @param session    its number
	 * @param directives of PMIx_Session_control
	 * @return the names of the session, when that is done
	 */
	public CompletableFuture<Infos> control(int session, Infos directives) {
		HostThread thread = context.thread();
		return thread.async(CompletableFuture.supplyAsync(() -> calls.sessionControl(identity, session, directives), thread::execute)
				.thenCompose(Function.identity()));
	}

	/** @return the services that keep data of processes */
	public HostServices services() {
		return services;
	}

	/**
	 * Lets the watchdog remove a file if this JVM is killed.
	 *
	 * @param file      an absolute path
	 * @param firstLine by which the file is recognized; without spaces
	 */
	public void withdrawIfKilled(Path file, String firstLine) {
		node.guardAndWait(firstLine, file);
	}

	/** Ends all parts; the jobs must have ended. */
	@Override
	public void close() {
		server.close();
		node.close();
	}
}
