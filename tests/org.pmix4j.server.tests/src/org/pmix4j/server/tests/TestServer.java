// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.UnaryOperator;

import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.Wait;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.server.internal.core.ServerCore;
import org.pmix4j.server.options.ServerOptions;
import org.pmix4j.server.spi.PeerUsers;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.testkit.MemoryTransport;
import org.pmix4j.testkit.SimulatedLoop;
import org.pmix4j.wire.internal.handshake.Hello;
import org.pmix4j.wire.internal.loop.Listener;
import org.pmix4j.wire.internal.message.PeerFormat;

/** A server whose time, network, kernel and executor are simulated by the test. */
final class TestServer {
	static final String NODE = "node0";
	/** The heap that limits are shares of, as on a machine with 32 GiB, so that no test depends on the machine. */
	private static final long MEMORY = 8L << 30;
	private static final Duration LIMIT = Duration.ofSeconds(1);
	private static final Duration LONG = Duration.ofHours(1);

	private final SimulatedLoop loop;
	private final Queue<Runnable> hostWork = new ArrayDeque<>();
	private final ServerCore core;
	private final int port;
	private Optional<Integer> kernelUid = Optional.of(Hellos.UID);
	private final List<Integer> looks = new ArrayList<>();
	private boolean kernelTells = true;
	private boolean hostWorks = true;
	private boolean executorTakes = true;

	private TestServer(PmixHost host, String node, int bulkLimit, SimulatedLoop loop) throws PmixException {
		this(host, node, loop, options -> options.withBulkLimit(bulkLimit));
	}

	private TestServer(PmixHost host, String node, SimulatedLoop loop, UnaryOperator<ServerOptions> more) throws PmixException {
		this.loop = loop;
		ServerOptions options = more.apply(ServerOptions.of(Proc.of("server", 0), node, Path.of("/srv"))
				.withSystemDirectory(Path.of("/sys")).withBulkLimit(0).withMemory(MEMORY).withExecutor(this::execute));
		core = ServerCore.open(options, host, loop, this::users);
		port = Integer.parseInt(core.uri().substring(core.uri().lastIndexOf(':') + 1));
	}

	static TestServer open() throws PmixException {
		return open(PmixHost.NONE);
	}

	static TestServer open(PmixHost host) throws PmixException {
		return new TestServer(host, NODE, 0, new SimulatedLoop());
	}

	static TestServer with(PmixHost host, UnaryOperator<ServerOptions> more) throws PmixException {
		return new TestServer(host, NODE, new SimulatedLoop(), more);
	}

	static TestServer onNode(String node) throws PmixException {
		return new TestServer(PmixHost.NONE, node, 0, new SimulatedLoop());
	}

	static TestServer withBulk(int limit) throws PmixException {
		return new TestServer(PmixHost.NONE, NODE, limit, new SimulatedLoop());
	}

	/** Creates a server that serves ready peers in an order determined by the seed. */
	static TestServer shuffled(long seed, int bulkLimit) throws PmixException {
		return new TestServer(PmixHost.NONE, NODE, bulkLimit, new SimulatedLoop(seed));
	}

	private Optional<Map<PeerUsers.Connection, Integer>> users(List<PeerUsers.Connection> connections) {
		looks.add(connections.size());
		Map<PeerUsers.Connection, Integer> users = new HashMap<>();
		kernelUid.ifPresent(uid -> connections.forEach(connection -> users.put(connection, uid)));
		return kernelTells ? Optional.of(users) : Optional.empty();
	}

	/** Sets the kernel's answer for the user of new connections; empty if it knows no open socket at the other end. */
	void setKernelUid(Optional<Integer> uid) {
		kernelUid = uid;
	}

	/** Returns the number of connections in each request to the kernel. */
	List<Integer> looks() {
		return looks;
	}

	/** Makes users of connections unknown, as on other systems. */
	void silenceKernel() {
		kernelTells = false;
	}

	/** Suspends the host until {@link #letHostWork()}. */
	void holdHost() {
		hostWorks = false;
	}

	void letHostWork() {
		hostWorks = true;
		run();
	}

	/** Makes the executor reject tasks. */
	void shutDownExecutor() {
		executorTakes = false;
	}

	private void execute(Runnable task) {
		if (!executorTakes) {
			throw new RejectedExecutionException("shut down");
		}
		hostWork.add(task);
	}

	ServerCore core() {
		return core;
	}

	SimulatedLoop loop() {
		return loop;
	}

	/** Handles all events of the loop and the host until there are none. */
	void run() {
		loop.run();
		while (hostWorks && !hostWork.isEmpty()) {
			hostWork.remove().run();
			loop.run();
		}
	}

	/** Advances the time in steps small enough for the host to answer. */
	void advance(Duration time) {
		run();
		loop.advance(time);
		run();
	}

	/** Returns the result of a call, which must complete without advancing the time. */
	<T> T get(CompletableFuture<T> result) throws PmixException {
		run();
		return loop.await(result, Duration.ZERO);
	}

	/** Registers a job of local processes, including its clients. */
	void job(String nspace, int size) throws PmixException {
		namespace(nspace, size, size);
		for (int rank = 0; rank < size; rank++) {
			client(Proc.of(nspace, rank));
		}
	}

	/** Registers a namespace with some local processes. */
	void namespace(String nspace, int size, int local) throws PmixException {
		get(core.registerNamespace(nspace, local, Infos.of(Info.of(JobAttributes.JOB_SIZE, size))));
	}

	/** Registers a process that may connect. */
	void client(Proc proc) throws PmixException {
		get(core.registerClient(proc, Hellos.UID, Hellos.GID, "object of " + proc));
	}

	/** Connects a process, which must be accepted. */
	TestPeer connect(String nspace, int rank) throws PmixException {
		return connect(nspace, rank, Release.R42);
	}

	TestPeer connect(String nspace, int rank, Release release) throws PmixException {
		return greet(Hellos.client(Proc.of(nspace, rank), release), release.format());
	}

	/** Connects all processes of a job of 4.2.2. */
	List<TestPeer> connectAll(String nspace, int size) throws PmixException {
		List<TestPeer> peers = new ArrayList<>();
		for (int rank = 0; rank < size; rank++) {
			peers.add(connect(nspace, rank));
		}
		return peers;
	}

	/** Opens a connection and sends a hello. */
	TestPeer greet(Hello hello, PeerFormat format) throws PmixException {
		return TestPeer.greet(this, hello, format);
	}

	/** Opens a connection without sending anything. */
	MemoryTransport connect() throws PmixException {
		try {
			return (MemoryTransport) loop.connect(new InetSocketAddress(Listener.LOOPBACK.getAddress(), port), LIMIT);
		} catch (ConnectException e) {
			throw new PmixException(Status.ERR_UNREACH, "no process listens", e);
		}
	}

	String dump() throws PmixException {
		return get(core.dump(false));
	}

	List<Wait> waits() throws PmixException {
		return get(core.waits());
	}

	/** Advances the time until all limits have passed. */
	void letEverythingEnd() {
		advance(LONG);
	}
}
