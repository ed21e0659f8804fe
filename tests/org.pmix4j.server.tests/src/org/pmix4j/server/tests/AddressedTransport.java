// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

import org.pmix4j.wire.loop.EventLoop;
import org.pmix4j.wire.loop.Ready;
import org.pmix4j.wire.loop.Transport;

/** A connection that has addresses and is good for nothing else. */
record AddressedTransport(InetSocketAddress local, InetSocketAddress remote) implements Transport {
	@Override
	public EventLoop loop() {
		throw new UnsupportedOperationException();
	}

	@Override
	public void start(Ready target) {
		throw new UnsupportedOperationException();
	}

	@Override
	public void interest(boolean read, boolean write) {
		throw new UnsupportedOperationException();
	}

	@Override
	public ByteBuffer readBuffer() {
		throw new UnsupportedOperationException();
	}

	@Override
	public ByteBuffer writeBuffer() {
		throw new UnsupportedOperationException();
	}

	@Override
	public int read(ByteBuffer target) {
		throw new UnsupportedOperationException();
	}

	@Override
	public int write(ByteBuffer source) {
		throw new UnsupportedOperationException();
	}

	@Override
	public void close() {
		throw new UnsupportedOperationException();
	}
}
