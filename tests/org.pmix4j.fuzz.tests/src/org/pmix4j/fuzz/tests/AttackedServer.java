// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.fuzz.tests;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.server.internal.core.ServerCore;
import org.pmix4j.server.options.ServerOptions;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.testkit.MemoryTransport;
import org.pmix4j.testkit.SimulatedLoop;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.frame.Frame;
import org.pmix4j.wire.internal.frame.FrameReader;
import org.pmix4j.wire.internal.frame.FrameWriter;
import org.pmix4j.wire.internal.frame.Tag;
import org.pmix4j.wire.internal.handshake.Hello;
import org.pmix4j.wire.internal.handshake.HelloCodec;
import org.pmix4j.wire.internal.handshake.HelloFlag;
import org.pmix4j.wire.internal.handshake.NativeCredential;
import org.pmix4j.wire.internal.loop.Listener;
import org.pmix4j.wire.internal.message.JobRequest;
import org.pmix4j.wire.internal.message.PeerFormat;
import org.pmix4j.wire.internal.message.ReplyCodec;
import org.pmix4j.wire.internal.message.ReplyKind;
import org.pmix4j.wire.internal.message.RequestCodec;

/** A simulated server with a job of two hostile clients and one well-behaved client. Runs on the test's thread. */
final class AttackedServer implements AutoCloseable {
	private static final String JOB = "job1";
	private static final int HOSTILE = 2;
	private static final int USER = 1000;
	private static final int CLIENT_REPLY_SIZE = 8;
	private static final Duration LIMIT = Duration.ofSeconds(5);
	private static final Duration LONG = Duration.ofHours(1);

	private final ServerErrors errors = new ServerErrors();
	private final SimulatedLoop loop = new SimulatedLoop();
	private final List<MemoryTransport> hostile = new ArrayList<>();
	private final PeerFormat format;
	private final ServerCore core;
	private final InetSocketAddress address;
	private final MemoryTransport good;
	private int lastTag = Tag.FIRST_DYNAMIC;

	private AttackedServer(PeerFormat format, PmixHost host) throws PmixException {
		this.format = format;
		ServerOptions options = ServerOptions.of(Proc.of("server", 0), "node0", Path.of("/nowhere")).withHandshakeTimeout(LIMIT)
				.withAdmissionTimeout(LIMIT).withGetTimeout(LIMIT).withBulkLimit(1 << 16).withExecutor(Runnable::run);
		core = ServerCore.open(options, host, loop, connections -> Optional.empty());
		address = new InetSocketAddress(Listener.LOOPBACK.getAddress(), Integer.parseInt(core.uri().substring(core.uri().lastIndexOf(':') + 1)));
		loop.await(core.registerNamespace(JOB, HOSTILE + 1, Infos.of(Info.of(JobAttributes.JOB_SIZE, HOSTILE + 1))), LIMIT);
		for (int rank = 0; rank < HOSTILE; rank++) {
			hostile.add(client(rank));
		}
		good = client(HOSTILE);
	}

	static AttackedServer open(PeerFormat format, PmixHost host) throws PmixException {
		return new AttackedServer(format, host);
	}

	private MemoryTransport client(int rank) throws PmixException {
		Proc proc = Proc.of(JOB, rank);
		loop.await(core.registerClient(proc, USER, USER, proc), LIMIT);
		MemoryTransport client = connect();
		ByteObject credential = new NativeCredential(USER, USER).encode(ByteOrder.nativeOrder());
		client.put(HelloCodec.encode(new Hello(NativeCredential.NATIVE, credential, HelloFlag.CLIENT, Optional.empty(), Optional.of(proc),
				format.version(), List.of(format.encoding().dialect().moduleName()), format.encoding().described(), "hash", ByteObject.EMPTY),
				ByteOrder.nativeOrder()));
		loop.run();
		Promise.same(CLIENT_REPLY_SIZE, client.take().length);
		return client;
	}

	private MemoryTransport connect() {
		try {
			return (MemoryTransport) loop.connect(address, LIMIT);
		} catch (IOException e) {
			throw new AssertionError("the server listens no more", e);
		}
	}

	/** Sends a message of a hostile client. */
	void send(int client, byte[] payload) {
		MemoryTransport wire = hostile.get(client);
		if (!wire.isEnded()) {
			put(wire, payload);
			loop.run();
			wire.take();
		}
	}

	/** Sends a hello from a new connection, and nothing else. */
	void greet(byte[] hello) {
		MemoryTransport stranger = connect();
		stranger.put(ByteBuffer.allocate(FrameWriter.HEADER_SIZE + hello.length).putLong(-1).order(ByteOrder.nativeOrder()).putInt(hello.length)
				.putInt(0).put(hello).array());
		loop.run();
	}

	void letPass(int seconds) {
		loop.advance(Duration.ofSeconds(seconds));
	}

	/** Checks that the well-behaved client is served, that everything with a limit ends, and that nothing failed internally. */
	void requireServing() throws PmixException {
		good.take();
		int tag = put(good, new RequestCodec(format).encode(JobRequest.JobInfoRequest.INSTANCE));
		loop.run();
		Frame reply = new FrameReader(Limits.DEFAULT).next(ByteBuffer.wrap(good.take())).orElseThrow();
		Promise.same(tag, reply.tag());
		Promise.same(Status.SUCCESS, new ReplyCodec(format).decode(ReplyKind.JOB_INFO, ByteBuffer.wrap(reply.payload())).status());
		loop.await(core.dump(true), LIMIT);
		loop.advance(LONG);
		loop.await(core.deregisterNamespace(JOB), LIMIT);
		errors.requireNone();
	}

	private int put(MemoryTransport wire, byte[] payload) {
		int tag = ++lastTag;
		for (ByteBuffer part : FrameWriter.encode(new Frame(0, tag, payload))) {
			byte[] bytes = new byte[part.remaining()];
			part.get(bytes);
			wire.put(bytes);
		}
		return tag;
	}

	@Override
	public void close() {
		core.close();
		errors.close();
	}
}
