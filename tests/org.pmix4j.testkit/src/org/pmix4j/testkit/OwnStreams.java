// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.testkit;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Captures standard output and error of this process. Tests that use it must not run concurrently. */
public final class OwnStreams {
	/** An action that writes. */
	public interface Action {
		/** @throws Exception if it fails */
		void run() throws Exception;
	}

	private OwnStreams() {
	}

	/**
	 * @param action writes to standard output or error
	 * @return the text it has written, each piece preceded by "out:" or "err:"
	 */
	public static String said(Action action) {
		StringBuffer said = new StringBuffer();
		PrintStream out = System.out;
		PrintStream err = System.err;
		System.setOut(stream("out:", said));
		System.setErr(stream("err:", said));
		try {
			action.run();
		} catch (Exception e) {
			throw new AssertionError("while its output was taken", e);
		} finally {
			System.setOut(out);
			System.setErr(err);
		}
		return said.toString();
	}

	private static PrintStream stream(String name, StringBuffer said) {
		return new PrintStream(new OutputStream() {
			@Override
			public void write(int b) {
				write(new byte[] { (byte) b }, 0, 1);
			}

			@Override
			public void write(byte[] bytes, int from, int length) {
				said.append(name).append(new String(bytes, from, length, StandardCharsets.UTF_8));
			}
		}, true, StandardCharsets.UTF_8);
	}
}
