// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests.requests;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.testkit.Await;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.frame.Frame;
import org.pmix4j.wire.internal.frame.FrameReader;
import org.pmix4j.wire.internal.handshake.HelloReader;

/** Forwards one connection of a client to a server, and records the requests. Its threads end with the connection. */
final class RecordingProxy implements AutoCloseable {
	private static final Logger LOG = System.getLogger(RecordingProxy.class.getName());

	private final ServerSocket door;
	private final CompletableFuture<byte[]> sent = new CompletableFuture<>();

	/** @param uri of the server on this machine */
	RecordingProxy(String uri) throws IOException {
		int port = Integer.parseInt(uri.substring(uri.lastIndexOf(':') + 1));
		door = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
		Thread.startVirtualThread(() -> serve(port));
	}

	int port() {
		return door.getLocalPort();
	}

	private void serve(int port) {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		try (Socket client = door.accept(); Socket server = new Socket(InetAddress.getLoopbackAddress(), port)) {
			Thread.startVirtualThread(() -> copy(server, client, new ByteArrayOutputStream()));
			copy(client, server, bytes);
		} catch (IOException closed) {
			LOG.log(Level.DEBUG, "no client has connected", closed);
		} finally {
			sent.complete(bytes.toByteArray());
		}
	}

	/** Copies until the sender closes, and passes that on. */
	private static void copy(Socket from, Socket to, ByteArrayOutputStream copy) {
		try {
			InputStream in = from.getInputStream();
			OutputStream out = to.getOutputStream();
			byte[] buffer = new byte[8192];
			for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
				copy.write(buffer, 0, count);
				out.write(buffer, 0, count);
			}
			to.shutdownOutput();
		} catch (IOException ended) {
			LOG.log(Level.DEBUG, "a connection ended", ended);
		}
	}

	/** Returns the payloads of all requests after the handshake, once the client has left. */
	List<byte[]> requests() throws Exception {
		ByteBuffer in = ByteBuffer.wrap(Await.result(sent));
		if (new HelloReader(Limits.DEFAULT).next(in).isEmpty()) {
			throw new AssertionError("the client has sent no hello, but " + in.limit() + " bytes");
		}
		List<byte[]> payloads = new ArrayList<>();
		FrameReader reader = new FrameReader(Limits.DEFAULT);
		for (Optional<Frame> frame = reader.next(in); frame.isPresent(); frame = reader.next(in)) {
			payloads.add(frame.get().payload());
		}
		return payloads;
	}

	@Override
	public void close() throws IOException {
		door.close();
	}
}
