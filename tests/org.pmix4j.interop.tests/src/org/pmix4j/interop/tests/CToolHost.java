// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A server of the C library whose host serves tools and holds a job for a debugger. Used by the test's thread. */
final class CToolHost implements AutoCloseable {
	private static final int END_SECONDS = 20;

	private final Process process;

	private CToolHost(Process process) {
		this.process = process;
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
		CToolHost host = new CToolHost(process);
		assertThat(host.line()).startsWith("ready ");
		return host;
	}

	/** Returns the next line of its output. */
	String line() throws IOException {
		String line = process.inputReader().readLine();
		return line == null ? "no more lines" : line;
	}

	@Override
	public void close() throws IOException, InterruptedException {
		process.getOutputStream().close();
		boolean ended = process.waitFor(END_SECONDS, TimeUnit.SECONDS);
		process.destroyForcibly();
		assertThat(ended).isTrue();
	}
}
