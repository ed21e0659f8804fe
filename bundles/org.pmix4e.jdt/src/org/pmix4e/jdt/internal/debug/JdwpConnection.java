// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.jdt.internal.debug;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import com.sun.jdi.connect.spi.ClosedConnectionException;
import com.sun.jdi.connect.spi.Connection;

/**
 * A connection to a virtual machine. Owned by the debugger's model of that machine; one thread reads, any thread may write.
 *
 * @see "Java Debug Wire Protocol, Start Up and Packets"
 */
public final class JdwpConnection extends Connection {
	private static final byte[] HANDSHAKE = "JDWP-Handshake".getBytes(StandardCharsets.US_ASCII);
	private static final int HANDSHAKE_MILLISECONDS = 30_000;
	private static final int HEADER = 11;
	private static final int FLAGS = 8;
	private static final byte REPLY = (byte) 0x80;
	private static final byte MACHINE = 1;
	private static final byte RESUME = 9;
	private static final int RESUME_ID = 1;

	private final MachinePeer peer;
	private final DataInputStream in;
	private final OutputStream out;

	private JdwpConnection(MachinePeer peer) throws IOException {
		this.peer = peer;
		in = new DataInputStream(new BufferedInputStream(peer.in()));
		out = peer.out();
	}

	/**
	 * Shakes hands with a virtual machine.
	 *
	 * @param socket is closed with the connection
	 * @return the connection
	 * @throws IOException if the peer is no virtual machine, or does not answer in time
	 */
	public static JdwpConnection over(Socket socket) throws IOException {
		socket.setTcpNoDelay(true);
		return over(new MachinePeer.Connected(socket));
	}

	/** Shakes hands with a virtual machine, as {@link #over(Socket)} does. */
	static JdwpConnection over(MachinePeer peer) throws IOException {
		JdwpConnection connection = new JdwpConnection(peer);
		peer.limit(HANDSHAKE_MILLISECONDS);
		connection.write(HANDSHAKE, HANDSHAKE.length);
		byte[] answer = connection.in.readNBytes(HANDSHAKE.length);
		if (!Arrays.equals(answer, HANDSHAKE)) {
			throw new IOException("the peer is no Java virtual machine");
		}
		peer.limit(0);
		return connection;
	}

	private void write(byte[] bytes, int count) throws IOException {
		out.write(bytes, 0, count);
		out.flush();
	}

	/**
	 * Lets a machine go on that waits for its debugger since its start, and needs none now.
	 *
	 * @throws IOException if it refuses, does not report its start, or does not answer in time
	 */
	public void resume() throws IOException {
		peer.limit(HANDSHAKE_MILLISECONDS);
		// a machine suspends itself before it reports its start; until then, it would take the command, and wait for another one
		ByteBuffer packet = ByteBuffer.wrap(readPacket());
		if (packet.get(FLAGS) == REPLY) {
			throw new IOException("the virtual machine does not report its start");
		}
		writePacket(ByteBuffer.allocate(HEADER).putInt(HEADER).putInt(RESUME_ID).put((byte) 0).put(MACHINE).put(RESUME).array());
		do {
			packet = ByteBuffer.wrap(readPacket()); // other events may come before the reply
		} while (packet.get(FLAGS) != REPLY);
		if (packet.getInt(Integer.BYTES) != RESUME_ID || packet.getShort(FLAGS + 1) != 0) {
			throw new IOException("the virtual machine does not go on");
		}
		peer.limit(0);
	}

	@Override
	public byte[] readPacket() throws IOException {
		try {
			int length = in.readInt();
			if (length < HEADER) {
				throw new IOException("a packet of " + length + " bytes is too short");
			}
			byte[] packet = ByteBuffer.allocate(length).putInt(length).array();
			in.readFully(packet, Integer.BYTES, length - Integer.BYTES);
			return packet;
		} catch (EOFException e) {
			throw closed(e);
		} catch (IOException e) {
			throw peer.isClosed() ? closed(e) : e;
		}
	}

	@Override
	public void writePacket(byte[] packet) throws IOException {
		synchronized (out) {
			if (peer.isClosed()) {
				throw new ClosedConnectionException();
			}
			write(packet, ByteBuffer.wrap(packet).getInt());
		}
	}

	private static IOException closed(IOException cause) {
		ClosedConnectionException closed = new ClosedConnectionException();
		closed.initCause(cause);
		return closed;
	}

	@Override
	public void close() throws IOException {
		peer.close();
	}

	@Override
	public boolean isOpen() {
		return !peer.isClosed();
	}
}
