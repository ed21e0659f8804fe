// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.testkit;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;

/** The ports of one {@link SimulatedLoop}, with settings that simulate slow and failing networks. */
public final class MemoryNetwork {
	private static final int FIRST_FREE_PORT = 40_000;
	private static final int PORTS = 25_000;

	private final SimulatedLoop loop;
	private final Map<Integer, MemoryAcceptor> listening = new HashMap<>();
	private int addresses;
	private int capacity = 1 << 16;
	private int largestStep = Integer.MAX_VALUE;
	private int failures;

	MemoryNetwork(SimulatedLoop loop) {
		this.loop = loop;
	}

	/** @param bytes capacity of the buffers of new connections */
	public void setCapacity(int bytes) {
		capacity = bytes;
	}

	/** @param bytes largest number of bytes that one read or write of a new connection moves */
	public void setLargestStep(int bytes) {
		largestStep = bytes;
	}

	/** @param count number of accepts that will fail as if file descriptors were exhausted */
	public void failAccepts(int count) {
		failures = count;
	}

	/** @return one end of a new connection without a listener; {@link MemoryTransport#peer()} is the other end */
	public MemoryTransport pair() {
		return pair(nextAddress(), nextAddress());
	}

	MemoryAcceptor listen(InetSocketAddress wanted) throws BindException {
		int port = wanted.getPort() == 0 ? nextAddress().getPort() : wanted.getPort();
		if (listening.containsKey(port)) {
			throw new BindException("port " + port + " is in use");
		}
		MemoryAcceptor acceptor = new MemoryAcceptor(loop, this, new InetSocketAddress("127.0.0.1", port));
		listening.put(port, acceptor);
		acceptor.setNumber(loop.add(acceptor));
		return acceptor;
	}

	MemoryTransport connect(InetSocketAddress address) throws ConnectException {
		MemoryAcceptor acceptor = listening.get(address.getPort());
		if (acceptor == null) {
			throw new ConnectException("cannot connect to " + address + ": no process listens there");
		}
		MemoryTransport client = pair(nextAddress(), address);
		acceptor.arrived(client.peer());
		return client;
	}

	void closed(MemoryAcceptor acceptor) {
		listening.remove(acceptor.address().getPort(), acceptor);
	}

	void failIfToldTo() throws IOException {
		if (failures > 0) {
			failures--;
			throw new IOException("Too many open files");
		}
	}

	private MemoryTransport pair(InetSocketAddress local, InetSocketAddress remote) {
		MemoryTransport end = MemoryTransport.pair(loop, local, remote, capacity, largestStep);
		end.setNumber(loop.add(end));
		end.peer().setNumber(loop.add(end.peer()));
		return end;
	}

	/** Returns a free address on another loopback host whenever the ports of one are used up. */
	private InetSocketAddress nextAddress() {
		int number = addresses++;
		return new InetSocketAddress("127.0.0." + (1 + number / PORTS), FIRST_FREE_PORT + number % PORTS);
	}
}
