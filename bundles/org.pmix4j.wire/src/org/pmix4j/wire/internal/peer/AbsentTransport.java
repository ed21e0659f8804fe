// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.peer;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

import org.pmix4j.wire.internal.loop.EventLoop;
import org.pmix4j.wire.internal.loop.ReadyListener;
import org.pmix4j.wire.internal.loop.Transport;

/** The transport to a peer that does not exist, so that a connection over it is closed from the beginning. Stateless. */
final class AbsentTransport implements Transport {
	private static final String REASON = "there is no server";
	private static final InetSocketAddress NOWHERE = InetSocketAddress.createUnresolved("nowhere", 0);

	private final EventLoop loop;

	AbsentTransport(EventLoop loop) {
		this.loop = loop;
	}

	@Override
	public EventLoop loop() {
		return loop;
	}

	@Override
	public InetSocketAddress local() {
		return NOWHERE;
	}

	@Override
	public InetSocketAddress remote() {
		return NOWHERE;
	}

	@Override
	public void start(ReadyListener target) throws IOException {
		throw new IOException(REASON);
	}

	@Override
	public void interest(boolean read, boolean write) {
		assert loop.inLoop();
	}

	@Override
	public ByteBuffer readBuffer() {
		return ByteBuffer.allocate(0);
	}

	@Override
	public ByteBuffer writeBuffer() {
		return ByteBuffer.allocate(0);
	}

	@Override
	public int read(ByteBuffer target) throws IOException {
		throw new IOException(REASON);
	}

	@Override
	public int write(ByteBuffer source) throws IOException {
		throw new IOException(REASON);
	}

	@Override
	public void close() {
		assert loop.inLoop();
	}
}
