// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Scope;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.ServerAttributes;
import org.pmix4j.server.ServerOptions;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.wire.codec.Dialect;
import org.pmix4j.wire.codec.Encoding;
import org.pmix4j.wire.loop.Listener;
import org.pmix4j.wire.loop.SelectorLoop;

/** Holds a server together: the loop, the door, the rooms. Any thread may call it; the work is done on the loop. */
public final class ServerCore {
	private static final Duration OPEN_LIMIT = Duration.ofSeconds(10);
	private static final Encoding OWN = new Encoding(Dialect.V41, false);

	/** Work on the loop that may fail. */
	private interface Task<T> {
		T run() throws PmixException;
	}

	private final ServerOptions options;
	private final SelectorLoop loop;
	private final Rooms rooms;
	private final String uri;

	private ServerCore(ServerOptions options, SelectorLoop loop, Rooms rooms, String uri) {
		this.options = options;
		this.loop = loop;
		this.rooms = rooms;
		this.uri = uri;
	}

	/**
	 * @param options how it presents itself
	 * @param host    what is behind it
	 * @return the running server
	 * @throws PmixException if it cannot listen
	 */
	public static ServerCore open(ServerOptions options, PmixHost host) throws PmixException {
		SelectorLoop loop = start(options);
		try {
			Rooms rooms = Rooms.furnish(options, host, loop);
			Doorman doorman = new Doorman(options, rooms, new Dispatcher(rooms), ownUid());
			InetSocketAddress address = loop.call(() -> listen(loop, options.address(), doorman), OPEN_LIMIT);
			String uri = options.identity().nspace() + "." + options.identity().rank() + ";tcp4://" + address.getAddress().getHostAddress()
					+ ":" + address.getPort();
			return new ServerCore(options, loop, rooms, uri);
		} catch (PmixException e) {
			loop.close();
			throw e;
		}
	}

	private static SelectorLoop start(ServerOptions options) throws PmixException {
		try {
			return SelectorLoop.open(options.identity().nspace());
		} catch (IOException e) {
			throw new PmixException(Status.ERR_INIT, "cannot open a selector: " + e.getMessage(), e);
		}
	}

	private static InetSocketAddress listen(SelectorLoop loop, InetAddress address, Doorman doorman) throws PmixException {
		try {
			Listener listener = loop.listen(new InetSocketAddress(address, 0), doorman::arrived);
			return listener.address();
		} catch (IOException e) {
			throw new PmixException(Status.ERR_INIT, "cannot listen on " + address + ": " + e.getMessage(), e);
		}
	}

	/** Empty where the file system does not tell, so that only the credential counts. */
	private static OptionalInt ownUid() {
		try {
			return OptionalInt.of((Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
		} catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
			return OptionalInt.empty();
		}
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
		return onLoop(() -> {
			rooms.clients().defineNamespace(nspace, localProcs, JobInfoReader.read(infos, options.hostname(), options.limits()));
			return null;
		});
	}

	/**
	 * @param nspace the job's name
	 * @return done when it is forgotten
	 */
	public CompletableFuture<Void> deregisterNamespace(String nspace) {
		return onLoop(() -> {
			rooms.clients().deregisterNamespace(nspace);
			return null;
		});
	}

	/**
	 * @param proc       the process's name
	 * @param uid        its user
	 * @param gid        its group
	 * @param hostObject for the host
	 * @return done when it is known
	 */
	public CompletableFuture<Void> registerClient(Proc proc, int uid, int gid, Object hostObject) {
		return onLoop(() -> {
			rooms.clients().register(new Client(proc, uid, gid, hostObject));
			return null;
		});
	}

	/**
	 * @param proc the process's name
	 * @return done when nobody waits for it any more
	 */
	public CompletableFuture<Void> deregisterClient(Proc proc) {
		return onLoop(() -> {
			rooms.clients().deregister(proc);
			return null;
		});
	}

	/**
	 * @param proc the process's name
	 * @return names and values
	 */
	public Map<String, String> environment(Proc proc) {
		return ForkEnvironment.of(proc, uri, options);
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
			rooms.events().raise(Event.of(code, source, range, infos));
			return null;
		});
	}

	/**
	 * @param proc  whose data
	 * @param infos directives
	 * @return its data
	 */
	public CompletableFuture<ByteObject> directModex(Proc proc, Infos infos) {
		CompletableFuture<ByteObject> data = new CompletableFuture<>();
		onLoop(() -> {
			String key = infos.get(ServerAttributes.REQUIRED_KEY).orElse("");
			rooms.gets().await(new GetRequests.Want(proc, Scope.REMOTE, key, Optional.empty(), status -> answer(proc, status, data)), infos);
			return null;
		}).exceptionally(error -> {
			data.completeExceptionally(error);
			return null;
		});
		return data;
	}

	private void answer(Proc proc, Status status, CompletableFuture<ByteObject> data) {
		try {
			if (!status.isSuccess()) {
				throw new PmixException(status, "data of " + proc);
			}
			data.complete(rooms.store().find(proc, Scope.REMOTE).orElseThrow().encodedFor(OWN, options.limits()));
		} catch (PmixException e) {
			data.completeExceptionally(e);
		}
	}

	/** @return who waits for what */
	public CompletableFuture<String> dump() {
		return onLoop(() -> {
			StringBuilder out = new StringBuilder("server ").append(options.identity()).append('\n');
			for (Namespace namespace : rooms.registry().all()) {
				long connected = namespace.clients().stream().filter(Client::isConnected).count();
				out.append("  namespace ").append(namespace.name).append(": ").append(connected).append(" of ").append(namespace.localProcs())
						.append(" local processes connected\n");
			}
			rooms.collectives().dump(out);
			rooms.gets().dump(out);
			rooms.host().dump(out);
			return out.toString();
		});
	}

	private <T> CompletableFuture<T> onLoop(Task<T> task) {
		CompletableFuture<T> result = new CompletableFuture<>();
		try {
			loop.execute(() -> {
				try {
					result.complete(task.run());
				} catch (PmixException | RuntimeException e) {
					result.completeExceptionally(e);
				}
			});
		} catch (RejectedExecutionException e) {
			result.completeExceptionally(new PmixException(Status.ERR_INIT, "the server is closed", e));
		}
		return result;
	}

	/** Ends it. */
	public void close() {
		loop.close();
	}
}
