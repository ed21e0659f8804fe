// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** A mail server on the loopback interface that takes one mail. Serves on a thread of its own, which ends with the connection. */
public final class MailServer implements AutoCloseable {
	private static final int LIMIT_SECONDS = 300;

	private final ServerSocket socket;
	private final String refused;
	private final String refusal;
	private final List<String> commands = new CopyOnWriteArrayList<>();
	private final List<String> mail = new CopyOnWriteArrayList<>();
	private final CompletableFuture<Void> served = new CompletableFuture<>();

	private MailServer(String refused, String refusal) throws IOException {
		this.refused = refused;
		this.refusal = refusal;
		socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
		// a virtual thread would leave descriptors to poll behind
		Thread.ofPlatform().daemon().start(this::serve);
	}

	/** @return a server that takes every mail */
	public static MailServer open() throws IOException {
		return open("nothing", "");
	}

	/**
	 * @param command a command that it refuses
	 * @param answer  its answer to that command
	 * @return the server
	 */
	public static MailServer open(String command, String answer) throws IOException {
		return new MailServer(command, answer);
	}

	/** @return where it listens */
	public int port() {
		return socket.getLocalPort();
	}

	private void serve() {
		try (Socket peer = socket.accept();
				BufferedReader in = new BufferedReader(new InputStreamReader(peer.getInputStream(), StandardCharsets.UTF_8))) {
			OutputStream out = peer.getOutputStream();
			say(out, "220-welcome\r\n220 ready");
			for (String line = in.readLine(); line != null; line = in.readLine()) {
				commands.add(line);
				if (line.startsWith(refused)) {
					say(out, refusal);
				} else if (line.equals("DATA")) {
					say(out, "354 go ahead");
					readMail(in);
					say(out, "250 taken");
				} else {
					say(out, line.equals("QUIT") ? "221 bye" : "250 fine");
				}
			}
			served.complete(null);
		} catch (IOException e) {
			served.completeExceptionally(e);
		}
	}

	private void readMail(BufferedReader in) throws IOException {
		for (String line = in.readLine(); line != null && !line.equals("."); line = in.readLine()) {
			mail.add(line.startsWith(".") ? line.substring(1) : line);
		}
	}

	private static void say(OutputStream out, String line) throws IOException {
		out.write((line + "\r\n").getBytes(StandardCharsets.UTF_8));
	}

	private void await() {
		served.orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS).exceptionally(problem -> null).join();
	}

	/** @return the commands of the client, which has gone; blocks until then */
	public List<String> commands() {
		await();
		return List.copyOf(commands);
	}

	/** @return the lines of the mail, without the dots that protect them; blocks until the client has gone */
	public List<String> mail() {
		await();
		return List.copyOf(mail);
	}

	@Override
	public void close() {
		try {
			socket.close();
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
	}
}
