// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

import org.pmix4j.testkit.Await;
import org.pmix4j.tool.options.ServerChoice;

/** A server of the C library whose host serves tools and holds a job for a debugger. Used by the test's thread. */
final class CToolHost implements AutoCloseable {
	private final Process process;
	private final Path folder;
	private boolean killed;

	private CToolHost(Process process, Path folder) {
		this.process = process;
		this.folder = folder;
	}

	/**
	 * @param program the compiled peer pmix_tool_host
	 * @param folder  where it runs and announces itself
	 * @return the server, which is ready
	 */
	static CToolHost start(Path program, Path folder) throws IOException {
		// its data store logs a complaint if it was never used
		Process process = new ProcessBuilder(program.toString()).directory(folder.toFile()).redirectError(ProcessBuilder.Redirect.DISCARD)
				.start();
		CToolHost host = new CToolHost(process, folder);
		assertThat(host.line()).startsWith("ready ");
		return host;
	}

	/** Returns the next line of its output. */
	String line() throws IOException {
		String line = process.inputReader().readLine();
		return line == null ? "no more lines" : line;
	}

	/** Returns how tools find it by the file that announces it. */
	ServerChoice choice() throws IOException {
		try (Stream<Path> files = Files.list(folder)) {
			return ServerChoice.file(files.filter(file -> file.getFileName().toString().matches("pmix\\..*\\.tool\\.\\d+")).findFirst()
					.orElseThrow());
		}
	}

	boolean isAlive() {
		return process.isAlive();
	}

	/** Kills it with SIGKILL. */
	void kill() throws InterruptedException {
		killed = true;
		process.destroyForcibly();
		Await.exit(process);
	}

	@Override
	public void close() throws IOException, InterruptedException {
		if (killed) {
			return;
		}
		process.getOutputStream().close();
		boolean ended = Await.ends(process);
		process.destroyForcibly();
		assertThat(ended).isTrue();
	}
}
