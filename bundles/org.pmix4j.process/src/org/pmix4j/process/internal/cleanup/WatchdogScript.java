// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.cleanup;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** What the helper of a {@link Watchdog} runs. It is a class of its own so that the native executable reads it when that is built. */
final class WatchdogScript {
	private static final String FILE = "watchdog.sh";

	/** The script without its comments, as it appears in the list of processes. */
	static final String TEXT = read();

	private WatchdogScript() {
	}

	private static String read() {
		try (InputStream in = WatchdogScript.class.getResourceAsStream(FILE)) {
			if (in == null) {
				throw new IllegalStateException(FILE + " is missing beside " + WatchdogScript.class.getName());
			}
			String text = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
			return String.join("\n", text.lines().filter(line -> !line.startsWith("#")).toList());
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
	}
}
