// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.loop;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

import org.pmix4j.model.internal.text.PeerLog;

/** A TCP connection of a {@link SelectorLoop}. */
final class SocketTransport implements Transport {
	private static final PeerLog LOG = PeerLog.of(SocketTransport.class);

	private final SelectorLoop loop;
	private final SocketChannel channel;
	private final InetSocketAddress local;
	private final InetSocketAddress remote;

	/** Takes ownership of the channel, even if the constructor fails. */
	SocketTransport(SelectorLoop loop, SocketChannel channel) throws IOException {
		this.loop = loop;
		this.channel = channel;
		try {
			channel.configureBlocking(false);
			local = (InetSocketAddress) channel.getLocalAddress();
			remote = (InetSocketAddress) channel.getRemoteAddress();
		} catch (IOException failure) {
			channel.close();
			throw failure;
		}
	}

	@Override
	public EventLoop loop() {
		return loop;
	}

	@Override
	public boolean isSocket() {
		return true;
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
	public void start(ReadyListener target) throws IOException {
		channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
		loop.register(channel, target);
	}

	@Override
	public void interest(boolean read, boolean write) {
		loop.interest(channel, (read ? SelectionKey.OP_READ : 0) | (write ? SelectionKey.OP_WRITE : 0));
	}

	@Override
	public ByteBuffer readBuffer() {
		return loop.readBuffer().empty();
	}

	@Override
	public ByteBuffer writeBuffer() {
		return loop.writeBuffer().empty();
	}

	@Override
	public int read(ByteBuffer target) throws IOException {
		int count = channel.read(target);
		loop.readBuffer().used(count);
		return count;
	}

	@Override
	public int write(ByteBuffer source) throws IOException {
		loop.writeBuffer().used(source.remaining());
		return channel.write(source);
	}

	@Override
	public void close() {
		try {
			channel.close();
		} catch (IOException failure) {
			LOG.log(Level.DEBUG, "Closing the connection to " + remote, failure);
		}
	}
}
