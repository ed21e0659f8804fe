// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.testkit;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;

import org.jspecify.annotations.Nullable;
import org.pmix4j.wire.internal.loop.Acceptor;
import org.pmix4j.wire.internal.loop.EventLoop;
import org.pmix4j.wire.internal.loop.ReadyListener;
import org.pmix4j.wire.internal.loop.Transport;

/** A listening port of a {@link MemoryNetwork}. */
final class MemoryAcceptor implements Acceptor, MemoryEnd {
	private final SimulatedLoop loop;
	private final MemoryNetwork network;
	private final InetSocketAddress address;
	private final Queue<MemoryTransport> arrived = new ArrayDeque<>();
	private @Nullable ReadyListener target;
	private long number;
	private boolean interested;
	private boolean closed;

	MemoryAcceptor(SimulatedLoop loop, MemoryNetwork network, InetSocketAddress address) {
		this.loop = loop;
		this.network = network;
		this.address = address;
	}

	void setNumber(long onLoop) {
		number = onLoop;
	}

	void arrived(MemoryTransport transport) {
		arrived.add(transport);
		loop.changed(number);
	}

	@Override
	public EventLoop loop() {
		return loop;
	}

	@Override
	public InetSocketAddress address() {
		return address;
	}

	@Override
	public void start(ReadyListener owner) {
		target = owner;
	}

	@Override
	public void interest(boolean accept) {
		interested = accept;
		loop.changed(number);
	}

	@Override
	public Optional<Transport> accept() throws IOException {
		if (!arrived.isEmpty()) {
			network.failIfToldTo();
		}
		return Optional.ofNullable(arrived.poll());
	}

	@Override
	public void close() {
		closed = true;
		loop.changed(number);
		network.closed(this);
		arrived.forEach(MemoryTransport::close);
		arrived.clear();
	}

	@Override
	public boolean isReady() {
		return interested && !arrived.isEmpty();
	}

	@Override
	public void serve() {
		ReadyListener owner = target;
		if (owner != null) {
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
}
