// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.core;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
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
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.ServerAttributes;
import org.pmix4j.server.admission.Clients;
import org.pmix4j.server.admission.Doorman;
import org.pmix4j.server.admission.Entrance;
import org.pmix4j.server.admission.Identification;
import org.pmix4j.server.cleanup.Cleaner;
import org.pmix4j.server.cleanup.CleanupSet;
import org.pmix4j.server.event.Event;
import org.pmix4j.server.jobinfo.JobInfo;
import org.pmix4j.server.jobinfo.JobInfoDeriver;
import org.pmix4j.server.jobinfo.JobInfoReader;
import org.pmix4j.server.jobinfo.SharedTopology;
import org.pmix4j.server.listen.ListenAddresses;
import org.pmix4j.server.options.OwnUser;
import org.pmix4j.server.options.ServerOptions;
import org.pmix4j.server.registry.Client;
import org.pmix4j.server.rendezvous.RendezvousFiles;
import org.pmix4j.server.setup.ForkEnvironment;
import org.pmix4j.server.spi.PeerUsers;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.wire.loop.EventLoop;
import org.pmix4j.wire.loop.SelectorLoop;

/** Holds a server together: the loop, the door, the rooms. Any thread may call it; the work is done on the loop. */
public final class ServerCore {
	private static final Logger LOG = System.getLogger(ServerCore.class.getName());
	private static final Duration OPEN_LIMIT = Duration.ofSeconds(10);
	private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);

	/** Work on the loop that may fail, and that may take longer than its call. */
	private interface Task<T> {
		CompletableFuture<T> run() throws PmixException;
	}

	private final EventLoop loop;
	private final ServerOptions options;
	private final Rooms rooms;
	private final Doorman doorman;
	private final String uri;
	private final RendezvousFiles files;

	private ServerCore(EventLoop loop, ServerOptions options, Rooms rooms, Doorman doorman, String uri, RendezvousFiles files) {
		this.loop = loop;
		this.options = options;
		this.rooms = rooms;
		this.doorman = doorman;
		this.uri = uri;
		this.files = files;
	}

	/**
	 * @param options how it presents itself
	 * @param host    what is behind it
	 * @param users   knows who connects
	 * @return the running server
	 * @throws PmixException if it cannot listen
	 */
	public static ServerCore open(ServerOptions options, PmixHost host, PeerUsers users) throws PmixException {
		try {
			return open(options, host, SelectorLoop.open(options.identity().nspace()), users);
		} catch (IOException e) {
			throw new PmixException(Status.ERR_INIT, "cannot open a selector: " + e.getMessage(), e);
		}
	}

	/**
	 * Opens a server on a loop that was made for it: a real one, or one that a test drives.
	 *
	 * @param options how it presents itself
	 * @param host    what is behind it
	 * @param loop    is closed with the server
	 * @param users   knows who connects
	 * @return the running server
	 * @throws PmixException if it cannot listen; the loop is closed then
	 */
	public static ServerCore open(ServerOptions options, PmixHost host, EventLoop loop, PeerUsers users) throws PmixException {
		try {
			// where the file system does not tell, only the credential counts
			OptionalInt ownUid = OwnUser.ofThisProcess().map(user -> OptionalInt.of(user.uid())).orElse(OptionalInt.empty());
			Rooms rooms = Rooms.furnish(options, host, loop, ownUid);
			Entrance entrance = new Entrance(options, rooms.host(), rooms.registry(), rooms.clients(), new Dispatcher(rooms)::received);
			Doorman doorman = new Doorman(entrance, loop, new Identification(users, loop, options.executor()), ownUid);
			List<InetSocketAddress> addresses = ListenAddresses.of(options.listen());
			String uri = uri(options.identity(), loop.call(() -> listen(loop, addresses, doorman), OPEN_LIMIT));
			loop.execute(() -> rooms.queries().listening(uri));
			RendezvousFiles files = RendezvousFiles.publish(options, uri, ForkEnvironment.SPOKEN_VERSION, ForkEnvironment.URI_NAMES);
			ServerCore core = new ServerCore(loop, options, rooms, doorman, uri, files);
			options.singleton().ifPresent(proc -> core.takeIn(proc, ownUid));
			return core;
		} catch (PmixException e) {
			loop.close(CLOSE_LIMIT);
			throw e;
		}
	}

	/**
	 * A process that runs already has started this server for itself, and will come. Before it can come the loop has done this.
	 *
	 * @see "OpenPMIx src/server/pmix_server.c, register_singleton"
	 */
	private void takeIn(Proc singleton, OptionalInt uid) {
		Infos job = Infos.EMPTY.with(JobAttributes.JOB_SIZE, 1).with(ServerAttributes.NODE_MAP, options.hostname())
				.with(ServerAttributes.PROC_MAP, singleton.rank().toString());
		registerNamespace(singleton.nspace(), 1, job);
		registerClient(singleton, uid.orElse(0), OwnUser.ofThisProcess().map(OwnUser::gid).orElse(0), singleton);
	}

	/** The first address whose port is free. */
	private static InetSocketAddress listen(EventLoop loop, List<InetSocketAddress> addresses, Doorman doorman) throws PmixException {
		List<String> problems = new ArrayList<>();
		for (InetSocketAddress address : addresses) {
			try {
				return loop.listen(address, doorman.doorstep()).address();
			} catch (IOException e) {
				problems.add(address + ": " + e.getMessage());
			}
		}
		throw new PmixException(Status.ERR_INIT, "cannot listen on " + String.join(", on ", problems));
	}

	private static String uri(Proc identity, InetSocketAddress address) {
		String scheme = address.getAddress() instanceof Inet4Address ? "tcp4://" : "tcp6://";
		String host = address.getAddress().getHostAddress();
		// inet_pton, with which the C library reads it, knows no interfaces
		int scope = host.indexOf('%');
		return identity.nspace() + "." + identity.rank() + ";" + scheme + (scope < 0 ? host : host.substring(0, scope)) + ":"
				+ address.getPort();
	}

	/** @return the server's own name */
	public Proc identity() {
		return options.identity();
	}

	/** @return its address */
	public String uri() {
		return uri;
	}

	/**
	 * @param nspace     the job's name
	 * @param localProcs how many processes are local
	 * @param infos      about the job
	 * @return done when it is known
	 */
	public CompletableFuture<Void> registerNamespace(String nspace, int localProcs, Infos infos) {
		Nspace.requireValid(nspace);
		if (localProcs < 0) {
			throw new IllegalArgumentException(localProcs + " local processes");
		}
		try {
			// In the caller's thread: the more ranks, the longer it takes.
			JobInfo told = JobInfoReader.read(SharedTopology.addTo(infos, options), options.hostname(), options.limits());
			JobInfo complete = JobInfoDeriver.complete(nspace, told);
			return onLoop(() -> {
				clients().defineNamespace(nspace, localProcs, told, complete);
				return done();
			});
		} catch (PmixException e) {
			return CompletableFuture.failedFuture(e);
		}
	}

	/**
	 * @param nspace the job's name
	 * @return done when it is forgotten
	 */
	public CompletableFuture<Void> deregisterNamespace(String nspace) {
		return onLoop(() -> clients().deregisterNamespace(nspace));
	}

	/**
	 * @param proc       the process's name
	 * @param uid        its user
	 * @param gid        its group
	 * @param hostObject for the host
	 * @return done when it is known
	 */
	public CompletableFuture<Void> registerClient(Proc proc, int uid, int gid, Object hostObject) {
		if (!proc.rank().isProcess()) {
			throw new IllegalArgumentException(proc + " is no process");
		}
		return onLoop(() -> {
			clients().register(new Client(proc, uid, gid, hostObject));
			return done();
		});
	}

	/**
	 * @param proc the process's name
	 * @return done when nobody waits for it any more
	 */
	public CompletableFuture<Void> deregisterClient(Proc proc) {
		return onLoop(() -> clients().deregister(proc));
	}

	/**
	 * @param proc the process's name
	 * @return names and values
	 */
	public Map<String, String> environment(Proc proc) {
		Map<String, String> environment = new LinkedHashMap<>(rooms.setup().environment(proc.nspace()));
		environment.putAll(ForkEnvironment.of(proc, uri, options));
		return environment;
	}

	/**
	 * @param code   what happened
	 * @param source who raised it
	 * @param range  how far it goes
	 * @param infos  about it
	 * @return done when it was sent
	 */
	public CompletableFuture<Void> notifyEvent(Status code, Proc source, DataRange range, Infos infos) {
		return onLoop(() -> {
			rooms.groups().life().noticed(code, source, infos);
			rooms.events().raise(Event.of(code, source, range, infos));
			return done();
		});
	}

	/**
	 * @param proc  whose data
	 * @param infos directives
	 * @return its data
	 */
	public CompletableFuture<ByteObject> directModex(Proc proc, Infos infos) {
		return onLoop(() -> rooms.gets().remote(proc, infos));
	}

	/**
	 * @param source  whose output
	 * @param channel which stream
	 * @param infos   about it
	 * @param data    the bytes
	 * @return done when more may come
	 */
	public CompletableFuture<Void> deliverOutput(Proc source, IofChannel channel, Infos infos, ByteObject data) {
		return onLoop(() -> {
			CompletableFuture<Void> delivered = rooms.iof().router().deliver(source, channel, infos, data);
			return options.localOutput() && data.size() > 0
					? delivered.thenCombine(rooms.ownOutput().write(channel, data.toByteArray()), (one, other) -> one)
					: delivered;
		});
	}

	/**
	 * @param function   a function that the host offers
	 * @param attributes what it honours
	 * @return done when it is noted
	 */
	public CompletableFuture<Void> registerAttributes(String function, List<Attribute<?>> attributes) {
		return onLoop(() -> {
			rooms.queries().attributes().register(function, attributes);
			return done();
		});
	}

	/**
	 * @param frames whether the last messages of each connection are shown
	 * @return who waits for what
	 */
	public CompletableFuture<String> dump(boolean frames) {
		return onLoop(() -> CompletableFuture.completedFuture(Dump.of(options, rooms, doorman, frames)));
	}

	/** @return the way to tell other things than jobs and processes */
	public ServerData data() {
		return new ServerData(this, options, rooms);
	}

	private Clients clients() {
		return rooms.clients();
	}

	private static CompletableFuture<Void> done() {
		return CompletableFuture.completedFuture(null);
	}

	/** Work on the loop that has no result. */
	interface Change {
		/** @throws PmixException if it is refused */
		void run() throws PmixException;
	}

	CompletableFuture<Void> runOnLoop(Change change) {
		return onLoop(() -> {
			change.run();
			return done();
		});
	}

	private <T> CompletableFuture<T> onLoop(Task<T> task) {
		CompletableFuture<T> result = new CompletableFuture<>();
		try {
			loop.execute(() -> run(task, result));
		} catch (RejectedExecutionException e) {
			result.completeExceptionally(new PmixException(Status.ERR_INIT, "the server is closed", e));
		}
		return result;
	}

	private static <T> void run(Task<T> task, CompletableFuture<T> result) {
		try {
			task.run().whenComplete((value, error) -> {
				if (error == null) {
					result.complete(value);
				} else {
					result.completeExceptionally(error);
				}
			});
		} catch (PmixException | RuntimeException | Error e) {
			result.completeExceptionally(e);
		}
	}

	private List<CleanupSet> end() {
		doorman.doorstep().end();
		return clients().end();
	}

	/** Ends it, and deletes what processes wanted to be deleted at their end. */
	public void close() {
		files.close();
		List<CleanupSet> left = List.of();
		try {
			left = loop.call(this::end, CLOSE_LIMIT);
		} catch (PmixException | RejectedExecutionException e) {
			LOG.log(Level.DEBUG, "{0} cannot be asked for what is left: {1}", identity(), e.getMessage());
		}
		loop.close(CLOSE_LIMIT);
		Cleaner.cleanNow(left);
	}
}
