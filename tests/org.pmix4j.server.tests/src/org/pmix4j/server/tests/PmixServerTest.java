// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.server.PmixServer;
import org.pmix4j.server.internal.core.ServerCore;
import org.pmix4j.server.options.ListenOptions;
import org.pmix4j.server.options.ServerOptions;
import org.pmix4j.server.spi.KernelSocketTable;
import org.pmix4j.server.spi.LoopHost;
import org.pmix4j.server.spi.PeerUsers;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.server.spi.ServerLoop;
import org.pmix4j.wire.internal.handshake.Hello;
import org.pmix4j.wire.internal.handshake.HelloCodec;
import org.pmix4j.wire.internal.loop.SelectorLoop;

/** Tests a server with real sockets and the kernel's information about its peers. */
class PmixServerTest {
	private static final Proc RANK0 = Proc.of("job", 0);
	private static final Proc IDENTITY = Proc.of("srv", 3);
	private static final int READ_LIMIT = 10_000;

	@RegisterExtension
	private final ServerLog log = new ServerLog();

	private static ServerOptions options() {
		return ServerOptions.of(IDENTITY, "node0", Path.of("/tmp/somewhere"));
	}

	private static void register(PmixServer server, int uid) throws InterruptedException, ExecutionException {
		server.registerNamespace("job", 1, Infos.of(Info.of(JobAttributes.JOB_SIZE, 1))).get();
		server.registerClient(RANK0, uid, Hellos.GID, "object").get();
	}

	private static Socket connect(String uri) throws IOException {
		Socket socket = new Socket();
		socket.setSoTimeout(READ_LIMIT);
		int colon = uri.lastIndexOf(':');
		InetAddress host = InetAddress.getByName(uri.substring(uri.indexOf("://") + 3, colon));
		socket.connect(new InetSocketAddress(host, Integer.parseInt(uri.substring(colon + 1))), READ_LIMIT);
		return socket;
	}

	private static byte[] hello(int uid) {
		Hello hello = Hellos.withPsec(Hellos.client(RANK0, Release.R5), "native", Hellos.credential(uid, Hellos.GID));
		return HelloCodec.encode(hello, ByteOrder.nativeOrder());
	}

	private static byte[] frame(int tag, int... payload) {
		ByteBuffer frame = ByteBuffer.allocate(16 + payload.length).putInt(0).putInt(tag).putInt(payload.length).putInt(0);
		for (int value : payload) {
			frame.put((byte) value);
		}
		return frame.array();
	}

	@Test
	void client_ofTheSameUser_isServed() throws Exception {
		try (PmixServer server = PmixServer.open(options(), PmixHost.NONE)) {
			register(server, Hellos.UID);
			try (Socket socket = connect(server.uri())) {
				socket.getOutputStream().write(hello(Hellos.UID));
				InputStream in = socket.getInputStream();
				assertThat(in.readNBytes(8)).as("status and index").containsOnly(0);
				socket.getOutputStream().write(frame(101, 2, 3, 2, 1, 2, 8, 'j', 'o', 'b', 0, 0xfe, 0xff, 0xff, 0xff, 0x0f, 2, 0));
				assertThat(in.readNBytes(18)).isEqualTo(frame(101, 2, 0));
				assertThat(server.dump().get()).contains("namespace job: 1 of 1 local processes connected");
				assertThat(server.dumpWithMessages().get()).contains("Fence");
			}
		}
	}

	@Test
	void client_ofAnotherUserByTheKernel_isRefused() throws Exception {
		try (PmixServer server = PmixServer.open(options(), PmixHost.NONE)) {
			register(server, Hellos.UID + 1);
			try (Socket socket = connect(server.uri())) {
				socket.getOutputStream().write(hello(Hellos.UID + 1));

				assertThat(ByteBuffer.wrap(socket.getInputStream().readNBytes(4)).getInt()).isEqualTo(Status.ERR_INVALID_CRED.code());
				assertThat(socket.getInputStream().read()).isEqualTo(-1);
			}
			assertThat(log.warnings()).anyMatch(line -> line.contains("according to the kernel it belongs to user " + Hellos.UID));
		}
	}

	@Test
	void client_onAClosedSocket_isTurnedAway() throws Exception {
		CountDownLatch busy = new CountDownLatch(1);
		CountDownLatch looked = new CountDownLatch(1);
		KernelSocketTable kernel = new KernelSocketTable();
		PeerUsers users = new PeerUsers() {
			@Override
			public Optional<Map<Connection, Integer>> of(List<Connection> connections) {
				Optional<Map<Connection, Integer>> found = kernel.of(connections);
				looked.countDown();
				return found;
			}

			@Override
			public boolean isQuick() {
				return true;
			}
		};
		SelectorLoop loop = SelectorLoop.open("test");
		ServerCore server = ServerCore.open(options(), PmixHost.NONE, loop, users);
		try {
			server.registerNamespace("job", 1, Infos.EMPTY).get();
			server.registerClient(RANK0, 0, Hellos.GID, "root's").get();
			loop.execute(() -> await(busy));
			try (Socket socket = connect(server.uri())) {
				socket.getOutputStream().write(hello(0));
				socket.getOutputStream().write(frame(101, 2, 2));
			}
			busy.countDown();
			assertThat(looked.await(READ_LIMIT, TimeUnit.MILLISECONDS)).as("looked up").isTrue();

			assertThat(server.dump(false).get()).contains("data of 0 processes").contains("0 of 1 local processes connected");
		} finally {
			server.close();
		}
		assertThat(log.warnings()).as("a process that ended while it connected is not worth a warning").isEmpty();
	}

	private static void await(CountDownLatch latch) {
		try {
			latch.await(READ_LIMIT, TimeUnit.MILLISECONDS);
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
		}
	}

	@Test
	void identityAndUri_giveTheAddress() throws Exception {
		try (PmixServer server = PmixServer.open(options(), PmixHost.NONE)) {
			assertThat(server.identity()).isEqualTo(IDENTITY);
			assertThat(server.uri()).matches("srv\\.3;tcp4://127\\.0\\.0\\.1:\\d+");
		}
	}

	@Test
	void environment_isCompleteForEveryRelease() throws Exception {
		try (PmixServer server = PmixServer.open(options(), PmixHost.NONE)) {
			Map<String, String> environment = server.environment(Proc.of("job", 7));

			assertThat(environment).containsEntry("PMIX_NAMESPACE", "job").containsEntry("PMIX_RANK", "7")
					.containsEntry("PMIX_GDS_MODULE", "hash").containsEntry("PMIX_SECURITY_MODE", "native")
					.containsEntry("PMIX_BFROP_BUFFER_TYPE", "PMIX_BFROP_BUFFER_NON_DESC").containsEntry("PMIX_HOSTNAME", "node0")
					.containsEntry("PMIX_SERVER_TMPDIR", "/tmp/somewhere").containsEntry("PMIX_SYSTEM_TMPDIR", "/tmp/somewhere")
					.containsEntry("PMIX_VERSION", "7.0.0-pmix4j");
			for (String release : new String[] { "61", "51", "41", "4", "3", "2", "21", "20", "12" }) {
				assertThat(environment).containsEntry("PMIX_SERVER_URI" + release, server.uri());
			}
		}
	}

	@Test
	void calls_areExecutedOnTheLoop() throws Exception {
		try (PmixServer server = PmixServer.open(options(), PmixHost.NONE)) {
			register(server, Hellos.UID);
			server.notifyEvent(Status.of(-5000), server.identity(), DataRange.LOCAL, Infos.EMPTY).get();
			assertThat(server.dump().get()).contains("1 events kept");
			assertThat(server.directModex(Proc.wildcard("job"), Infos.EMPTY).get().size()).isPositive();
			server.deregisterClient(RANK0).get();
			server.deregisterNamespace("job").get();
			assertThat(server.dump().get()).doesNotContain("namespace");
		}
	}

	@Test
	void close_disconnectsAllAndFreesThePort() throws Exception {
		PmixServer server = PmixServer.open(options(), PmixHost.NONE);
		register(server, Hellos.UID);
		Socket socket = connect(server.uri());
		socket.getOutputStream().write(hello(Hellos.UID));
		socket.getInputStream().readNBytes(8);
		server.close();
		server.close();

		assertThat(socket.getInputStream().read()).isEqualTo(-1);
		socket.close();
		assertThatThrownBy(() -> connect(server.uri())).isInstanceOf(IOException.class);
		assertThatThrownBy(() -> server.registerNamespace("job", 1, Infos.EMPTY).get()).hasCauseInstanceOf(PmixException.class);
	}

	@Test
	void port_inUse_isReported() throws Exception {
		try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			List<Integer> ports = List.of(taken.getLocalPort());
			ServerOptions options = options().withListen(ListenOptions.LOCAL.withPorts(ports, ports));

			assertThatThrownBy(() -> PmixServer.open(options, PmixHost.NONE)).isInstanceOfSatisfying(PmixException.class,
					e -> assertThat(e.status()).isEqualTo(Status.ERR_INIT)).hasMessageContaining("127.0.0.1:" + ports.get(0));
		}
	}

	@Test
	void options_invalid_areRefused() {
		assertThatThrownBy(() -> ServerOptions.of(Proc.of("with.dot", 0), "n", Path.of("/tmp")))
				.isInstanceOf(IllegalArgumentException.class);
		assertThatThrownBy(() -> ServerOptions.of(Proc.of("", 0), "n", Path.of("/tmp"))).isInstanceOf(IllegalArgumentException.class);
		assertThatThrownBy(() -> options().withHandshakeTimeout(Duration.ZERO)).isInstanceOf(IllegalArgumentException.class);
		assertThatThrownBy(() -> options().withGetTimeout(Duration.ZERO)).isInstanceOf(IllegalArgumentException.class);
		assertThatThrownBy(() -> options().withBulkLimit(-1)).isInstanceOf(IllegalArgumentException.class);
	}

	@Test
	void close_fromActionOfFuture_returns() throws Exception {
		PmixServer server = PmixServer.open(options(), PmixHost.NONE);

		server.registerNamespace("job", 1, Infos.EMPTY).thenRun(server::close).get();

		assertThat(server.registerNamespace("other", 1, Infos.EMPTY)).isCompletedExceptionally();
	}

	@Test
	void close_onTheLoop_isRefusedAtOnce() throws Exception {
		CompletableFuture<Throwable> refusal = new CompletableFuture<>();
		CompletableFuture<PmixServer> opened = new CompletableFuture<>();
		try (PmixServer server = PmixServer.open(options(), new LoopHost() {
			@Override
			public void attached(ServerLoop loop) {
				loop.execute(() -> opened.thenAccept(open -> loop.execute(() -> {
					try {
						open.close();
						refusal.complete(new AssertionError("was not refused"));
					} catch (IllegalStateException e) {
						refusal.complete(e);
					}
				})));
			}
		})) {
			opened.complete(server);
			assertThat(refusal.get()).isInstanceOf(IllegalStateException.class)
					.hasMessageContaining("own loop");
		}
	}
}
