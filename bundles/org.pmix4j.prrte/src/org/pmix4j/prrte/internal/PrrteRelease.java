// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.prrte.internal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Asks the program prte for its release. Stateless. */
public final class PrrteRelease {
	private static final int LIMIT_SECONDS = 5;
	private static final Pattern RELEASE = Pattern.compile("\\d+\\.\\d+\\S*");

	private PrrteRelease() {
	}

	/**
	 * {@return the release; empty if the program does not name it within seconds}
	 *
	 * @param program prte
	 */
	public static Optional<String> of(Path program) {
		try {
			Process process = new ProcessBuilder(program.toString(), "--version").redirectErrorStream(true).start();
			try {
				process.getOutputStream().close();
				if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
					return Optional.empty();
				}
				// a few lines, which the pipe holds
				Matcher release = RELEASE.matcher(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
				return release.find() ? Optional.of(release.group()) : Optional.empty();
			} finally {
				process.destroyForcibly();
			}
		} catch (IOException e) {
			return Optional.empty();
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
			return Optional.empty();
		}
	}
}
