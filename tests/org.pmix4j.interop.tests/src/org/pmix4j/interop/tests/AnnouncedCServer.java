// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.pmix4j.testkit.Peers;

/** A server of the C library that has announced itself in files below a folder. Used by the thread of the test. */
final class AnnouncedCServer implements AutoCloseable {
	private static final int END_SECONDS = 20;

	private final Process process;

	private AnnouncedCServer(Process process) {
		this.process = process;
	}

	/**
	 * @param folder below which "system" and "session" are
	 * @param roles  what it is
	 * @return the server, which is ready
	 */
	static AnnouncedCServer start(Path folder, String... roles) throws IOException {
		List<String> command = new ArrayList<>(List.of(Peers.c("pmix_announced").toString()));
		command.addAll(List.of(roles));
		// its data store complains that nobody has used it
		Process process = new ProcessBuilder(command).directory(folder.toFile()).redirectError(ProcessBuilder.Redirect.DISCARD).start();
		assertThat(process.inputReader().readLine()).isEqualTo("ready " + process.pid());
		return new AnnouncedCServer(process);
	}

	long pid() {
		return process.pid();
	}

	/** Ends it by a signal that it cannot catch. */
	void kill() throws InterruptedException {
		process.destroyForcibly();
		assertThat(process.waitFor(END_SECONDS, TimeUnit.SECONDS)).isTrue();
	}

	/** Ends it in order. */
	@Override
	public void close() throws IOException, InterruptedException {
		process.getOutputStream().close();
		if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
			kill();
		}
	}
}
