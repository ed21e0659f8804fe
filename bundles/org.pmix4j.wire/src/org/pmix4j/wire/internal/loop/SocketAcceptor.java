// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.loop;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Optional;

import org.pmix4j.model.internal.text.PeerLog;

/** A listening TCP socket of a {@link SelectorLoop}. */
final class SocketAcceptor implements Acceptor {
	private static final PeerLog LOG = PeerLog.of(SocketAcceptor.class);
	private static final int BACKLOG = 4096;

	private final SelectorLoop loop;
	private final ServerSocketChannel channel;
	private final InetSocketAddress address;

	SocketAcceptor(SelectorLoop loop, InetSocketAddress wanted) throws IOException {
		this.loop = loop;
		this.channel = ServerSocketChannel.open(SelectorLoop.family(wanted));
		try {
			channel.bind(wanted, BACKLOG);
			channel.configureBlocking(false);
			address = (InetSocketAddress) channel.getLocalAddress();
		} catch (IOException failure) {
			channel.close();
			throw new IOException("cannot listen on " + wanted + ": " + failure.getMessage(), failure);
		}
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
	public void start(ReadyListener target) throws IOException {
		loop.register(channel, target);
	}

	@Override
	public void interest(boolean accept) {
		loop.interest(channel, accept ? SelectionKey.OP_ACCEPT : 0);
	}

	@Override
	public Optional<Transport> accept() throws IOException {
		SocketChannel accepted = channel.accept();
		return accepted == null ? Optional.empty() : Optional.of(new SocketTransport(loop, accepted));
	}

	@Override
	public void close() {
		try {
			channel.close();
		} catch (IOException failure) {
			LOG.log(Level.DEBUG, "Closing the listener on " + address, failure);
		}
	}
}
