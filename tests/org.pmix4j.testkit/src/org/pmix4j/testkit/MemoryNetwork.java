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

	private final SimulatedLoop loop;
	private final Map<Integer, MemoryAcceptor> listening = new HashMap<>();
	private int nextPort = FIRST_FREE_PORT;
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
		return pair(address(nextPort++), address(nextPort++));
	}

	MemoryAcceptor listen(InetSocketAddress wanted) throws BindException {
		int port = wanted.getPort() == 0 ? nextPort++ : wanted.getPort();
		if (listening.containsKey(port)) {
			throw new BindException("port " + port + " is in use");
		}
		MemoryAcceptor acceptor = new MemoryAcceptor(loop, this, address(port));
		listening.put(port, acceptor);
		loop.add(acceptor);
		return acceptor;
	}

	MemoryTransport connect(InetSocketAddress address) throws ConnectException {
		MemoryAcceptor acceptor = listening.get(address.getPort());
		if (acceptor == null) {
			throw new ConnectException("cannot connect to " + address + ": nobody listens there");
		}
		MemoryTransport client = pair(address(nextPort++), address);
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
		loop.add(end);
		loop.add(end.peer());
		return end;
	}

	private static InetSocketAddress address(int port) {
		return new InetSocketAddress("127.0.0.1", port);
	}
}
