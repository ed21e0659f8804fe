// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.testkit.MemoryTransport;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.frame.Frame;
import org.pmix4j.wire.internal.frame.FrameReader;
import org.pmix4j.wire.internal.frame.FrameWriter;
import org.pmix4j.wire.internal.frame.Tag;
import org.pmix4j.wire.internal.handshake.Hello;
import org.pmix4j.wire.internal.handshake.HelloCodec;
import org.pmix4j.wire.internal.handshake.HelloReply;
import org.pmix4j.wire.internal.handshake.HelloReplyReader;
import org.pmix4j.wire.internal.handshake.ReplyForm;
import org.pmix4j.wire.internal.message.Delivery;
import org.pmix4j.wire.internal.message.DeliveryCodec;
import org.pmix4j.wire.internal.message.JobRequest;
import org.pmix4j.wire.internal.message.PeerFormat;
import org.pmix4j.wire.internal.message.Reply;
import org.pmix4j.wire.internal.message.ReplyCodec;
import org.pmix4j.wire.internal.message.ReplyKind;
import org.pmix4j.wire.internal.message.Request;
import org.pmix4j.wire.internal.message.RequestCodec;

/** A client or tool that exchanges real messages and does nothing unasked. Every call runs the server until it is idle. */
final class TestPeer {
	/** Bytes that fit into the network at a time. */
	private static final int PIECE = 1 << 15;

	private final TestServer server;
	private final MemoryTransport wire;
	private final PeerFormat format;
	private final FrameReader reader = new FrameReader(Limits.DEFAULT);
	private final List<Frame> frames = new ArrayList<>();
	private Optional<HelloReply> greeting = Optional.empty();
	private int lastTag = Tag.FIRST_DYNAMIC;

	private TestPeer(TestServer server, MemoryTransport wire, PeerFormat format) {
		this.server = server;
		this.wire = wire;
		this.format = format;
	}

	/** Sends a hello and reads the reply, if any. */
	static TestPeer greet(TestServer server, Hello hello, PeerFormat format) throws PmixException {
		TestPeer peer = new TestPeer(server, server.connect(), format);
		peer.wire.put(HelloCodec.encode(hello, ByteOrder.nativeOrder()));
		peer.awaitGreeting(hello);
		return peer;
	}

	/** Reads the reply to the hello, if it has arrived. */
	void awaitGreeting(Hello hello) throws PmixException {
		server.run();
		ByteBuffer in = ByteBuffer.wrap(wire.take());
		greeting = new HelloReplyReader(ReplyForm.of(hello.flag(), hello.version())).next(in);
		read(in);
	}

	Optional<HelloReply> greeting() {
		return greeting;
	}

	/** Sends a request with a new tag. */
	int send(Request request) throws PmixException {
		int tag = ++lastTag;
		sendBytes(tag, new RequestCodec(format).encode(request));
		return tag;
	}

	/** Sends a request without running the server. */
	int post(Request request) throws PmixException {
		int tag = ++lastTag;
		FrameWriter.encode(new Frame(0, tag, new RequestCodec(format).encode(request))).forEach(this::put);
		return tag;
	}

	private void put(ByteBuffer part) {
		byte[] bytes = new byte[part.remaining()];
		part.get(bytes);
		wire.put(bytes);
	}

	/** Sends any payload. */
	void sendBytes(int tag, byte... payload) throws PmixException {
		for (ByteBuffer part : FrameWriter.encode(new Frame(0, tag, payload))) {
			byte[] bytes = new byte[part.remaining()];
			part.get(bytes);
			feed(bytes);
		}
		receive();
	}

	/** Sends bytes, and lets the server read whenever the network is full. */
	void feed(byte... bytes) {
		for (int at = 0; at < bytes.length; at += PIECE) {
			server.run();
			wire.put(Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + PIECE)));
		}
	}

	/** Sends a request whose reply must arrive immediately. */
	<R extends Reply> R ask(Request request, ReplyKind<R> kind) throws PmixException {
		return reply(send(request), kind);
	}

	Status ask(Request request) throws PmixException {
		return ask(request, ReplyKind.STATUS).status();
	}

	/** Returns the reply with a tag, which must have arrived. */
	<R extends Reply> R reply(int tag, ReplyKind<R> kind) throws PmixException {
		return new ReplyCodec(format).decode(kind, ByteBuffer.wrap(payload(tag)));
	}

	Status status(int tag) throws PmixException {
		return reply(tag, ReplyKind.STATUS).status();
	}

	/** Removes and returns the payload received with a tag. */
	byte[] payload(int tag) throws PmixException {
		receive();
		List<Frame> found = frames.stream().filter(frame -> frame.tag() == tag).toList();
		assertThat(found).as("replies on tag " + tag).hasSize(1);
		frames.removeAll(found);
		return found.get(0).payload();
	}

	boolean isAnswered(int tag) throws PmixException {
		receive();
		return frames.stream().anyMatch(frame -> frame.tag() == tag);
	}

	/** Returns the tags of unread messages, in order. */
	List<Integer> tags() throws PmixException {
		receive();
		return frames.stream().map(Frame::tag).toList();
	}

	/** Removes and returns all unread events. */
	List<Delivery.EventDelivery> events() throws PmixException {
		receive();
		List<Frame> found = frames.stream().filter(frame -> frame.tag() == Tag.NOTIFY).toList();
		frames.removeAll(found);
		List<Delivery.EventDelivery> events = new ArrayList<>();
		for (Frame frame : found) {
			events.add(new DeliveryCodec(format).decodeEvent(ByteBuffer.wrap(frame.payload())));
		}
		return events;
	}

	/** Removes and returns all unread output. */
	List<Delivery.IofDelivery> output() throws PmixException {
		receive();
		List<Frame> found = frames.stream().filter(frame -> frame.tag() == Tag.IOF).toList();
		frames.removeAll(found);
		List<Delivery.IofDelivery> output = new ArrayList<>();
		for (Frame frame : found) {
			output.add(new DeliveryCodec(format).decodeIof(ByteBuffer.wrap(frame.payload())));
		}
		return output;
	}

	/** Finalizes and disconnects. */
	void finish() throws PmixException {
		assertThat(ask(JobRequest.Finalize.INSTANCE)).isEqualTo(Status.SUCCESS);
		die();
	}

	/** Disconnects without finalizing, like a killed process. */
	void die() {
		wire.close();
		server.run();
	}

	/** Returns whether the server has closed the connection. */
	boolean isCutOff() throws PmixException {
		receive();
		return wire.isEnded();
	}

	MemoryTransport wire() {
		return wire;
	}

	PeerFormat format() {
		return format;
	}


	/** Reads what has arrived, and lets the server send as much again. */
	void readOnce() throws PmixException {
		read(ByteBuffer.wrap(wire.take()));
		server.run();
	}

	private void receive() throws PmixException {
		server.run();
		while (wire.available() > 0) {
			read(ByteBuffer.wrap(wire.take()));
			server.run();
		}
	}

	private void read(ByteBuffer in) throws PmixException {
		Optional<Frame> next = reader.next(in);
		while (next.isPresent()) {
			frames.add(next.get());
			next = reader.next(in);
		}
	}
}
