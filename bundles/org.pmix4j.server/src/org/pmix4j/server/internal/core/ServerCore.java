// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.core;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.Nspace;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.StoredValue;
import org.pmix4j.model.Wait;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.ServerAttributes;
import org.pmix4j.model.attributes.TopologyAttributes;
import org.pmix4j.model.internal.text.PeerLog;
import org.pmix4j.server.internal.admission.AdmissionContext;
import org.pmix4j.server.internal.admission.AdmissionControl;
import org.pmix4j.server.internal.admission.ConnectionFilter;
import org.pmix4j.server.internal.admission.Identification;
import org.pmix4j.server.internal.admission.ToolCall;
import org.pmix4j.server.internal.cleanup.Cleaner;
import org.pmix4j.server.internal.cleanup.CleanupSet;
import org.pmix4j.server.internal.event.RoutedEvent;
import org.pmix4j.server.internal.group.ProcessSets;
import org.pmix4j.server.internal.jobinfo.JobInfo;
import org.pmix4j.server.internal.jobinfo.JobInfoDeriver;
import org.pmix4j.server.internal.jobinfo.JobInfoReader;
import org.pmix4j.server.internal.lifecycle.Components;
import org.pmix4j.server.internal.listen.ServerUri;
import org.pmix4j.server.internal.peer.ServerPeer;
import org.pmix4j.server.internal.registry.Client;
import org.pmix4j.server.internal.rendezvous.RendezvousFiles;
import org.pmix4j.server.internal.setup.ForkEnvironment;
import org.pmix4j.server.options.OwnUser;
import org.pmix4j.server.options.ServerOptions;
import org.pmix4j.server.spi.LoopHost;
import org.pmix4j.server.spi.LoopServer;
import org.pmix4j.server.spi.ParentTool;
import org.pmix4j.server.spi.PeerUsers;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.wire.internal.loop.EventLoop;
import org.pmix4j.wire.internal.loop.Futures;
import org.pmix4j.wire.internal.loop.SelectorLoop;

/**
 * Owns the loop and all parts of a running server. Owned by the {@code PmixServer}. May be called from any thread; the work is done on
 * the loop, and the futures complete there.
 */
public final class ServerCore implements LoopServer {
	private static final PeerLog LOG = PeerLog.of(ServerCore.class);
	private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);

	private final EventLoop loop;
	private final LoopCalls calls;
	private final ServerOptions options;
	private final ServerParts parts;
	private final String uri;
	private final RendezvousFiles files;
	private final AdmissionContext context;

	private ServerCore(EventLoop loop, ServerOptions options, ServerParts parts, String uri, RendezvousFiles files,
			AdmissionContext context) {
		this.context = context;
		this.loop = loop;
		this.calls = new LoopCalls(loop);
		this.options = options;
		this.parts = parts;
		this.uri = uri;
		this.files = files;
	}

	/**
	 * Opens a server on its own selector loop.
	 *
	 * @param options of the server
	 * @param host    answers the calls of the server
	 * @param users   finds the users of connections
	 * @return the running server
	 * @throws PmixException if it cannot listen
	 */
	public static ServerCore open(ServerOptions options, PmixHost host, PeerUsers users) throws PmixException {
		try {
			return open(options, host, SelectorLoop.openEager(options.identity().nspace()), users);
		} catch (IOException e) {
			throw new PmixException(Status.ERR_INIT, "cannot open a selector: " + e.getMessage(), e);
		}
	}

	/**
	 * Opens a server on a loop made for it: a real or a simulated one.
	 *
	 * @param options of the server
	 * @param host    answers the calls of the server
	 * @param loop    is closed with the server
	 * @param users   finds the users of connections
	 * @return the running server
	 * @throws PmixException if it cannot listen; the loop is closed then
	 */
	public static ServerCore open(ServerOptions options, PmixHost host, EventLoop loop, PeerUsers users) throws PmixException {
		try {
			// if the platform does not report this process's user, only the credential of a tool counts
			OptionalInt ownUid = OwnUser.ofThisProcess().map(user -> OptionalInt.of(user.uid())).orElse(OptionalInt.empty());
			if (host instanceof LoopHost resident) {
				resident.attached(new LoopView(loop, options.executor()));
			}
			ServerParts parts = ServerParts.make(options, host, loop, ownUid);
			AdmissionContext context = new AdmissionContext(options, parts.host(), parts.registry(), parts.clients(),
					new Dispatcher(parts, new DirectiveGate(host), new LongWork(loop, options.executor()))::received, parts.pendingHellos().refusals(),
					parts.memory());
			AdmissionControl admission = new AdmissionControl(context, loop, ownUid);
			Identification identification = new Identification(users, loop, options.executor());
			ConnectionFilter filter = new ConnectionFilter(options, parts.registry(), identification, ownUid);
			String uri = ServerUri.listen(loop, options, parts.pendingHellos().acceptListener(filter, admission::greeted));
			loop.execute(() -> parts.queries().listening(uri));
			RendezvousFiles files = RendezvousFiles.publish(options, uri, ForkEnvironment.SPOKEN_VERSION, ForkEnvironment.URI_NAMES);
			ServerCore core = new ServerCore(loop, options, parts, uri, files, context);
			options.singleton().ifPresent(core::registerSingleton);
			return core;
		} catch (PmixException e) {
			loop.close(CLOSE_LIMIT);
			throw e;
		}
	}

	/**
	 * Registers the running process that has started this server for itself. The loop does that before the process can connect.
	 *
	 * @see "OpenPMIx src/server/pmix_server.c, register_singleton"
	 */
	private void registerSingleton(Proc singleton) {
		Infos job = Infos.EMPTY.with(JobAttributes.JOB_SIZE, 1).with(ServerAttributes.NODE_MAP, options.hostname())
				.with(ServerAttributes.PROC_MAP, singleton.rank().toString());
		registerNamespace(singleton.nspace(), 1, job);
		OwnUser user = OwnUser.ofThisProcess().orElse(new OwnUser(0, 0));
		registerClient(singleton, user.uid(), user.gid(), singleton);
	}

	@Override
	public Proc identity() {
		return options.identity();
	}

	@Override
	public String uri() {
		return uri;
	}

	@Override
	public List<Path> announcements() {
		return files.paths();
	}

	@Override
	public List<Path> restoreAnnouncements() throws PmixException {
		return files.restore();
	}

	@Override
	public CompletableFuture<Void> registerNamespace(String nspace, int localProcs, Infos infos) {
		Nspace.requireValid(nspace);
		if (localProcs < 0) {
			throw new IllegalArgumentException(localProcs + " local processes");
		}
		try {
			// in the caller's thread, because it takes long for many ranks
			JobInfo given = JobInfoReader.read(withTopology(infos), options.hostname(), options.limits());
			JobInfo complete = JobInfoDeriver.complete(nspace, given);
			Map<String, List<Proc>> sets = ProcessSets.ofApps(nspace, complete);
			return calls.change(() -> {
				JobInfo merged = parts.clients().defineNamespace(nspace, localProcs, given, complete);
				parts.processSets().defineApps(merged == complete ? sets : ProcessSets.ofApps(nspace, merged));
			});
		} catch (PmixException e) {
			return CompletableFuture.failedFuture(e);
		}
	}

	/**
	 * Adds the shared topology of the node to a job's data, unless the host has registered another one: clients of the C library then need
	 * not discover the hardware, which takes each of them many milliseconds. See src/hwloc/pmix_hwloc.c of OpenPMIx.
	 */
	private Infos withTopology(Infos infos) {
		if (options.sharedTopology().isEmpty() || infos.contains(TopologyAttributes.HWLOC_XML_V2)) {
			return infos;
		}
		return infos.with(TopologyAttributes.HWLOC_XML_V2, options.sharedTopology().get().xml());
	}

	@Override
	public CompletableFuture<Void> deregisterNamespace(String nspace) {
		return calls.run(() -> parts.clients().deregisterNamespace(nspace));
	}

	@Override
	public CompletableFuture<Void> registerClient(Proc proc, int uid, int gid, Object hostObject) {
		if (!proc.rank().isProcess()) {
			throw new IllegalArgumentException(proc + " is not a single process");
		}
		return calls.change(() -> parts.clients().register(new Client(proc, uid, gid, hostObject)));
	}

	@Override
	public CompletableFuture<Void> deregisterClient(Proc proc) {
		return calls.run(() -> parts.clients().deregister(proc));
	}

	@Override
	public Map<String, String> environment(Proc proc) {
		Map<String, String> environment = new LinkedHashMap<>(parts.setup().environment(proc.nspace()));
		environment.putAll(ForkEnvironment.of(proc, uri, options));
		return environment;
	}

	@Override
	public CompletableFuture<Void> notifyEvent(Status code, Proc source, DataRange range, Infos infos) {
		return calls.change(() -> {
			parts.groups().changes().handleEvent(code, source, infos);
			parts.events().raise(RoutedEvent.ofHost(code, source, range, infos));
		});
	}

	/**
	 * @param proc  the owner of the data
	 * @param infos directives
	 * @return its data for remote readers
	 */
	public CompletableFuture<ByteObject> directModex(Proc proc, Infos infos) {
		return calls.run(() -> parts.gets().remote(proc, infos));
	}

	@Override
	public CompletableFuture<Void> deliverOutput(Proc source, IofChannel channel, Infos infos, ByteObject data) {
		return calls.run(() -> {
			CompletableFuture<Void> delivered = parts.iof().router().deliver(source, channel, infos, data);
			return options.localOutput() && data.size() > 0
					? delivered.thenCombine(parts.ownOutput().write(channel, data.toByteArray()), (one, other) -> one)
					: delivered;
		});
	}

	@Override
	public CompletableFuture<Void> sendOutput(Proc tool, Proc source, IofChannel channel, Infos infos, ByteObject data) {
		return calls.run(() -> parts.iof().send(tool, source, channel, infos, data));
	}

	@Override
	public CompletableFuture<ParentTool> call(String tool, String version) {
		return ToolCall.begin(context, loop, tool, version);
	}

	/**
	 * @param tool  its identity
	 * @param limit the time to wait for it
	 * @return its connection to this server, completed on the loop; fails with TIMEOUT after the limit and with INIT if the server is closed
	 */
	public CompletableFuture<ServerPeer> awaitTool(Proc tool, Duration limit) {
		return calls.run(() -> parts.clients().tool(tool).map(CompletableFuture::completedFuture)
				.orElseGet(() -> parts.awaitedTools().await(tool, limit)));
	}

	@Override
	public CompletableFuture<Void> launchedFor(Proc tool, String nspace, Infos directives) {
		return calls.change(() -> parts.hostRequests().launchedFor(parts.clients().tool(tool)
				.orElseThrow(() -> new PmixException(Status.ERR_NOT_FOUND, "the tool " + tool + " is not connected")), nspace, directives));
	}

	@Override
	public CompletableFuture<Void> registerResources(Infos infos) {
		return data().registerResources(infos);
	}

	/**
	 * @param function   a function that the host offers
	 * @param attributes that the function supports
	 * @return done when they are registered
	 */
	public CompletableFuture<Void> registerAttributes(String function, List<Attribute<?>> attributes) {
		return calls.change(() -> parts.queries().attributes().register(function, attributes));
	}

	@Override
	public CompletableFuture<String> dump(boolean frames) {
		return calls.run(() -> {
			StringBuilder out = new StringBuilder("server ").append(options.identity()).append('\n');
			parts.components().dump(out);
			parts.memory().budgets().dump(out);
			parts.memory().outgoing().dump(out);
			if (frames) {
				parts.clients().connected().forEach(peer -> out.append("last messages of ").append(peer).append(":\n").append(peer.frames()));
			}
			return CompletableFuture.completedFuture(out.toString());
		});
	}

	@Override
	public CompletableFuture<List<StoredValue>> storedValues(Proc proc, int most) {
		return calls.run(() -> CompletableFuture.completedFuture(StoredValues.of(proc, most, parts, options.limits())));
	}

	@Override
	public CompletableFuture<List<Wait>> waits() {
		return calls.run(() -> {
			List<Wait> waits = new ArrayList<>();
			parts.components().waits(waits::add);
			return CompletableFuture.completedFuture(waits);
		});
	}

	@Override
	public CompletableFuture<Map<Proc, Duration>> silences() {
		return calls.run(() -> {
			Map<Proc, Duration> silences = new HashMap<>();
			Set<ServerPeer> all = parts.clients().connected();
			all.forEach(peer -> silences.merge(peer.proc(), peer.silence(), (a, b) -> a.compareTo(b) < 0 ? a : b));
			// a process may have several connections
			all.stream().filter(ServerPeer::isWaiting).forEach(peer -> silences.remove(peer.proc()));
			return CompletableFuture.completedFuture(silences);
		});
	}

	/** @return the operations on data that belong to no job or process */
	public ServerData data() {
		return new ServerData(calls, options, parts);
	}

	/** @return all components, in the order in which they are notified */
	public Components components() {
		return parts.components();
	}

	/** Returns a copy of a future for users, which completes on the executor. */
	public <T> CompletableFuture<T> async(CompletableFuture<T> future) {
		return Futures.async(future, options.executor());
	}

	/** Deletes the files that processes registered for cleanup as well. */
	@Override
	public void close() {
		if (loop.inLoop()) {
			throw new IllegalStateException("a server cannot be closed on its own loop");
		}
		files.close();
		List<CleanupSet> left = List.of();
		try {
			left = loop.call(parts.clients()::close, CLOSE_LIMIT);
		} catch (PmixException | RejectedExecutionException e) {
			LOG.log(Level.DEBUG, "{0} deletes no registered files, since its loop does not answer: {1}", identity(), e.getMessage());
		}
		loop.close(CLOSE_LIMIT);
		Cleaner.cleanNow(left);
	}
}
