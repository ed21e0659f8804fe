// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.log;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

import org.pmix4j.host.internal.thread.HostLog;

/**
 * Hands one mail to a server that takes mails of this machine without a password. Blocks, at most some seconds for each answer. Used
 * once.
 *
 * @see "RFC 5321, Simple Mail Transfer Protocol"
 */
final class SmtpClient {
	private static final int LIMIT_MILLIS = 10_000;
	private static final int LONGEST_ANSWER = 1 << 16;

	private final InetSocketAddress server;
	private final String ownName;

	SmtpClient(InetSocketAddress server, String ownName) {
		this.server = server;
		this.ownName = ownName;
	}

	/** @throws IOException if the server does not answer or refuses the mail; the message contains its answer */
	void send(Mail mail) throws IOException {
		if (server.isUnresolved()) {
			throw new IOException("unknown host");
		}
		try (Socket socket = new Socket()) {
			socket.connect(server, LIMIT_MILLIS);
			socket.setSoTimeout(LIMIT_MILLIS);
			InputStream in = new BufferedInputStream(socket.getInputStream());
			OutputStream out = socket.getOutputStream();
			require(in, "the connection", '2');
			if (!tell(in, out, "EHLO " + ownName).startsWith("2")) {
				command(in, out, "HELO " + ownName, '2');
			}
			command(in, out, "MAIL FROM:<" + mail.sender() + ">", '2');
			for (String receiver : mail.receivers()) {
				command(in, out, "RCPT TO:<" + receiver + ">", '2');
			}
			command(in, out, "DATA", '3');
			// a line with a dot alone ends the mail, so a dot at the beginning of a line is doubled
			write(out, ("\r\n" + mail.message()).replace("\r\n.", "\r\n..").substring(2) + ".");
			require(in, "the mail", '2');
			quit(out);
		}
	}

	/** The server has taken the mail, so it does not matter how the connection ends. */
	private static void quit(OutputStream out) {
		try {
			write(out, "QUIT");
		} catch (IOException e) {
			HostLog.log(Level.DEBUG, "a mail server closed the connection after it had taken the mail");
		}
	}

	private static void command(InputStream in, OutputStream out, String command, char wanted) throws IOException {
		write(out, command);
		require(in, command, wanted);
	}

	private static String tell(InputStream in, OutputStream out, String command) throws IOException {
		write(out, command);
		return answer(in);
	}

	private static void write(OutputStream out, String command) throws IOException {
		out.write((command + "\r\n").getBytes(StandardCharsets.UTF_8));
		out.flush();
	}

	private static void require(InputStream in, String command, char wanted) throws IOException {
		String answer = answer(in);
		if (answer.isEmpty() || answer.charAt(0) != wanted) {
			throw new IOException("the answer to " + command + " is '" + answer + "'");
		}
	}

	/** Returns the last line of an answer; the lines before it have a hyphen behind the code. */
	private static String answer(InputStream in) throws IOException {
		int left = LONGEST_ANSWER;
		long begun = System.nanoTime();
		StringBuilder line = new StringBuilder();
		while (true) {
			int next = in.read();
			if (next < 0 || left-- == 0) {
				throw new IOException(next < 0 ? "the server closed the connection" : "the answer is too long");
			} else if (System.nanoTime() - begun > TimeUnit.MILLISECONDS.toNanos(LIMIT_MILLIS)) {
				throw new IOException("the answer takes longer than " + LIMIT_MILLIS + " ms");
			} else if (next != '\n') {
				line.append(next < ' ' || next > '~' ? ' ' : (char) next);
			} else if (line.length() > 3 && line.charAt(3) == '-') {
				line.setLength(0);
			} else {
				return line.toString().strip();
			}
		}
	}
}
