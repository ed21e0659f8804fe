// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.Peers;

/** A server of the C library, announced by files below a folder. Used by the test's thread. */
final class AnnouncedCServer implements AutoCloseable {
	private final Process process;

	private AnnouncedCServer(Process process) {
		this.process = process;
	}

	/**
	 * @param folder folder that contains "system" and "session"
	 * @param roles  roles of the server
	 * @return the server, which is ready
	 */
	static AnnouncedCServer start(Path folder, String... roles) throws IOException {
		return start(folder, Map.of(), roles);
	}

	/**
	 * @param folder    where it runs
	 * @param variables of its environment, besides those of this process
	 * @param roles     roles of the server; "environment" lets the variables name the folders
	 * @return the server, which is ready
	 */
	static AnnouncedCServer start(Path folder, Map<String, String> variables, String... roles) throws IOException {
		List<String> command = new ArrayList<>(List.of(Peers.c("pmix_announced").toString()));
		command.addAll(List.of(roles));
		// its data store logs a complaint if it was never used
		ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile()).redirectError(ProcessBuilder.Redirect.DISCARD);
		builder.environment().putAll(variables);
		Process process = builder.start();
		assertThat(process.inputReader().readLine()).isEqualTo("ready " + process.pid());
		return new AnnouncedCServer(process);
	}

	long pid() {
		return process.pid();
	}

	/** Kills it with SIGKILL. */
	void kill() throws InterruptedException {
		process.destroyForcibly();
		Await.exit(process);
	}

	/** Shuts it down in an orderly way. */
	@Override
	public void close() throws IOException, InterruptedException {
		process.getOutputStream().close();
		if (!Await.ends(process)) {
			kill();
		}
	}
}
