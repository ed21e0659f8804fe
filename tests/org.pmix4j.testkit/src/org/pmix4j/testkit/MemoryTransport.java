// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.testkit;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

import org.jspecify.annotations.Nullable;
import org.pmix4j.wire.internal.loop.EventLoop;
import org.pmix4j.wire.internal.loop.ReadyListener;
import org.pmix4j.wire.internal.loop.Transport;

/**
 * One end of a connection in memory. Behaves like a socket: accepts only as many bytes as fit, reports the end of the stream after the last
 * byte, and fails once the other end is gone. A test may use an end directly, to play a peer that sends single bytes or nothing.
 */
public final class MemoryTransport implements Transport, MemoryEnd {
	private static final int FIRST_SIZE = 1 << 10;

	private final SimulatedLoop loop;
	private final InetSocketAddress local;
	private final InetSocketAddress remote;
	private final int capacity;
	private final int largestStep;
	/** Bytes written by the other end and not yet read; always in read mode. Grows to the capacity. */
	private ByteBuffer inbound;
	private long number;
	private MemoryTransport peer = this;
	private @Nullable ReadyListener target;
	private boolean wantsRead;
	private boolean wantsWrite;
	private boolean closed;
	private boolean reset;
	private int writes;

	private MemoryTransport(SimulatedLoop loop, InetSocketAddress local, InetSocketAddress remote, int capacity, int largestStep) {
		this.loop = loop;
		this.local = local;
		this.remote = remote;
		this.capacity = capacity;
		this.largestStep = largestStep;
		this.inbound = ByteBuffer.allocate(Math.min(FIRST_SIZE, capacity)).limit(0);
	}

	static MemoryTransport pair(SimulatedLoop loop, InetSocketAddress local, InetSocketAddress remote, int capacity, int largestStep) {
		MemoryTransport one = new MemoryTransport(loop, local, remote, capacity, largestStep);
		MemoryTransport other = new MemoryTransport(loop, remote, local, capacity, largestStep);
		one.peer = other;
		other.peer = one;
		return one;
	}

	void setNumber(long onLoop) {
		number = onLoop;
	}

	/** Lets the loop ask both ends again whether they have an event. */
	private void changed() {
		loop.changed(number);
		peer.loop.changed(peer.number);
	}

	/** @return the other end */
	public MemoryTransport peer() {
		return peer;
	}

	/** @return number of writes that moved bytes, which would be system calls on a socket */
	public int writes() {
		return writes;
	}

	/** @return number of received bytes that are not read yet */
	public int available() {
		return inbound.remaining();
	}

	/** Breaks the connection like a network failure: both ends fail, and bytes in transit are lost. */
	public void breakOff() {
		reset = true;
		inbound.limit(inbound.position());
		peer.reset = true;
		peer.inbound.limit(peer.inbound.position());
		changed();
	}

	/**
	 * Writes bytes, for a test that plays this end.
	 *
	 * @param bytes bytes to write; all must fit
	 */
	public void put(byte... bytes) {
		ByteBuffer source = ByteBuffer.wrap(bytes);
		while (source.hasRemaining()) {
			if (peer.closed || transfer(source) == 0) {
				throw new IllegalStateException(source.remaining() + " bytes do not fit, or no peer is there to read them");
			}
		}
	}

	/**
	 * Reads all received bytes, for a test that plays this end.
	 *
	 * @return the bytes
	 */
	public byte[] take() {
		byte[] bytes = new byte[inbound.remaining()];
		inbound.get(bytes);
		changed();
		return bytes;
	}

	/** @return whether the other end is closed or the connection is broken */
	public boolean isEnded() {
		return peer.closed || reset;
	}

	@Override
	public EventLoop loop() {
		return loop;
	}

	@Override
	public InetSocketAddress local() {
		return local;
	}

	@Override
	public InetSocketAddress remote() {
		return remote;
	}

	@Override
	public void start(ReadyListener owner) throws IOException {
		if (closed) {
			throw new IOException("closed");
		}
		target = owner;
		changed();
	}

	@Override
	public void interest(boolean read, boolean write) {
		wantsRead = read;
		wantsWrite = write;
		changed();
	}

	@Override
	public ByteBuffer readBuffer() {
		return loop.readBuffer();
	}

	@Override
	public ByteBuffer writeBuffer() {
		return loop.writeBuffer();
	}

	@Override
	public int read(ByteBuffer into) throws IOException {
		failIfReset();
		if (!inbound.hasRemaining() && peer.closed) {
			return -1;
		}
		int count = Math.min(Math.min(into.remaining(), inbound.remaining()), largestStep);
		into.put(inbound.slice(inbound.position(), count));
		inbound.position(inbound.position() + count);
		changed();
		return count;
	}

	@Override
	public int write(ByteBuffer source) throws IOException {
		failIfReset();
		if (peer.closed) {
			throw new IOException("Broken pipe");
		}
		int count = transfer(source);
		writes += count > 0 ? 1 : 0;
		return count;
	}

	@Override
	public void close() {
		closed = true;
		changed();
	}

	@Override
	public boolean isReady() {
		return target != null && (wantsRead && (inbound.hasRemaining() || isEnded()) || wantsWrite && (peer.room() > 0 || isEnded()));
	}

	@Override
	public void serve() {
		ReadyListener owner = target;
		if (owner != null && wantsWrite && (peer.room() > 0 || isEnded())) {
			owner.writable();
		}
		if (owner != null && !closed && wantsRead && (inbound.hasRemaining() || isEnded())) {
			owner.readable();
		}
	}

	@Override
	public boolean isClosed() {
		return closed;
	}

	@Override
	public void loopClosing(boolean now) {
		ReadyListener owner = target;
		if (owner != null && !closed) {
			owner.loopClosing(now);
		}
	}

	private int room() {
		return capacity - inbound.remaining();
	}

	private int transfer(ByteBuffer source) {
		int count = Math.min(Math.min(source.remaining(), peer.room()), largestStep);
		byte[] bytes = new byte[count];
		source.get(bytes);
		peer.receive(bytes);
		return count;
	}

	private void receive(byte... bytes) {
		int needed = inbound.remaining() + bytes.length;
		if (needed > inbound.capacity()) {
			inbound = ByteBuffer.allocate(Math.clamp(2L * needed, 0, capacity)).put(inbound).put(bytes).flip();
		} else {
			inbound.compact().put(bytes).flip();
		}
		changed();
	}

	private void failIfReset() throws IOException {
		if (reset) {
			throw new IOException("Connection reset by peer");
		}
	}
}
