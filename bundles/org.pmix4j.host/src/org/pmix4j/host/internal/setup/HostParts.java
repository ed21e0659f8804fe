// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.setup;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.pmix4j.host.HostOptions;
import org.pmix4j.host.Node;
import org.pmix4j.host.Session;
import org.pmix4j.host.internal.calls.HostUpcalls;
import org.pmix4j.host.internal.cleanup.Leftovers;
import org.pmix4j.host.internal.cleanup.Watchdog;
import org.pmix4j.host.internal.job.Jobs;
import org.pmix4j.host.internal.names.NameService;
import org.pmix4j.host.internal.posix.PosixSupport;
import org.pmix4j.host.internal.process.ProcessLoop;
import org.pmix4j.host.internal.session.HostContext;
import org.pmix4j.host.internal.session.HostInfo;
import org.pmix4j.host.internal.session.Namespaces;
import org.pmix4j.host.internal.session.SessionDirectory;
import org.pmix4j.host.internal.session.SessionRun;
import org.pmix4j.host.internal.thread.HostLog;
import org.pmix4j.host.internal.thread.HostThread;
import org.pmix4j.host.internal.topology.SharedTopology;
import org.pmix4j.model.CTime;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.server.PmixServer;
import org.pmix4j.server.options.ServerOptions;
import org.pmix4j.server.options.ServerOptionsBuilder;
import org.pmix4j.server.options.ServerRole;

/** The parts of a host, started and ended in the right order. Owned by the host. */
public final class HostParts implements AutoCloseable {
	/** How long the end of a host waits for the sweep, which goes on a daemon thread. */
	private static final Duration SWEEP_LIMIT = Duration.ofSeconds(5);
	private static final int SESSION_ID = 1;
	private static final Set<ServerRole> OF_THE_NODE = Set.of(ServerRole.SYSTEM, ServerRole.SCHEDULER, ServerRole.SYSTEM_CONTROLLER);
	/** Variables in which a debugger names the file that tells it where we are. */
	private static final List<String> LAUNCHER_FILE = List.of("PMIX_LAUNCHER_RNDZ_FILE", "PMIX_LAUNCHER_RENDEZVOUS_FILE");

	private final HostContext context;
	private final ServerStart server;
	private final Watchdog watchdog;
	private final Thread sweep;

	private HostParts(HostContext context, ServerStart server, Watchdog watchdog, Thread sweep) {
		this.context = context;
		this.server = server;
		this.watchdog = watchdog;
		this.sweep = sweep;
	}

	/** Takes the first use of what is slow then off the way to the first job: the C library, the rules of the time zones. */
	public static void preload() {
		Thread thread = new Thread(() -> {
			try {
				PosixSupport.require();
				CTime.now();
			} catch (UnsupportedOperationException e) {
				HostLog.log(Level.DEBUG, "nothing was loaded ahead", e);
			}
		}, "pmix-preload");
		thread.setDaemon(true);
		thread.start();
	}

	/**
	 * Starts everything. If one part fails, those before it are ended.
	 *
	 * @param options    how the host is set up
	 * @param namespaces names of the host
	 * @param jobs       of the host
	 * @return the parts
	 * @throws IOException   if the session directory cannot be made
	 * @throws PmixException if the server cannot listen
	 */
	public static HostParts start(HostOptions options, Namespaces namespaces, Jobs jobs) throws IOException, PmixException {
		HostInfo info = HostInfo.read();
		String prefix = info.directoryPrefix();
		ProcessLoop loop = ProcessLoop.start(namespaces.server());
		HostThread thread = new HostThread(namespaces.server());
		NameService names = new NameService(thread::schedule);
		Optional<SessionDirectory> made = Optional.empty();
		Optional<ServerStart> opening = Optional.empty();
		try {
			Watchdog watchdog = Watchdog.start(loop, prefix);
			watchdog.watch(namespaces.marker());
			SessionDirectory directory = SessionDirectory.create(options.directory(), watchdog);
			made = Optional.of(directory);
			ServerStart server = ServerStart.begin(serverOptions(options, Proc.of(namespaces.server(), 0), info.hostname(), directory.top()),
					new HostUpcalls(thread, jobs, namespaces, names, info));
			opening = Optional.of(server);
			directory.claim(namespaces.marker());
			Thread sweep = sweep(options.directory(), prefix);
			Session session = new Session(SESSION_ID, List.of(new Node(0, info.hostname(), options.slots())), directory.top());
			PmixServer open = server.await();
			return new HostParts(new HostContext(thread, loop, open, directory, new SessionRun(session), info,
					new SharedTopology(open, info.hostname()), new HostNews(names, options.listener())), server, watchdog, sweep);
		} catch (IOException | PmixException | RuntimeException e) {
			opening.ifPresent(ServerStart::close);
			thread.close();
			made.ifPresent(SessionDirectory::remove);
			loop.close();
			throw e;
		}
	}

	/**
	 * Tools find the server by files in the session directory, and by the one that whoever started us may have named. The node's server
	 * has its file where everybody looks for it.
	 */
	private static ServerOptions serverOptions(HostOptions options, Proc identity, String hostname, Path directory) {
		ServerOptionsBuilder builder = ServerOptions.builder(identity, hostname, directory).roles(options.roles());
		if (!Collections.disjoint(options.roles(), OF_THE_NODE)) {
			builder.systemDirectory(options.directory());
		}
		options.reportUri().ifPresent(builder::reportUri);
		for (String name : LAUNCHER_FILE) {
			String file = System.getenv(name);
			if (file != null && !file.isEmpty()) {
				builder.launcherFile(Path.of(file).toAbsolutePath());
			}
		}
		return builder.build();
	}

	private static Thread sweep(Path base, String prefix) {
		Thread thread = new Thread(() -> {
			for (Path each : SessionDirectory.bases(base)) {
				List<String> problems = Leftovers.sweep(each, prefix).problems();
				if (!problems.isEmpty()) {
					HostLog.log(Level.WARNING, "left behind by a dead host: " + String.join("; ", problems));
				}
			}
		}, "pmix-sweep");
		thread.setDaemon(true);
		thread.start();
		return thread;
	}

	/** @return what jobs need */
	public HostContext context() {
		return context;
	}

	/** Ends everything; the jobs have ended before. */
	@Override
	public void close() {
		server.close();
		List<String> left = context.directory().remove();
		if (!left.isEmpty()) {
			HostLog.log(Level.WARNING, "could not be removed: " + String.join("; ", left));
		}
		watchdog.close();
		context.loop().close();
		context.thread().close();
		try {
			sweep.join(SWEEP_LIMIT);
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
		}
	}
}
