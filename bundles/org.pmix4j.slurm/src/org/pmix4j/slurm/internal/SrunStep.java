// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.slurm.internal;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * The process srun of one job. It ends with this process, however that ends: a shell kills it when a pipe from this process ends. Owned by
 * its job; each stream is read by a daemon thread, which may wait for the sink.
 */
final class SrunStep {
	/** Reads the process id of srun and kills it, unless a second line comes. */
	private static final String GUARD = "trap '' INT TERM HUP QUIT TSTP; read -r pid; read -r done || kill -KILL \"$pid\"";

	private final Process srun;
	private final CompletableFuture<Integer> ended;

	private SrunStep(Process srun, CompletableFuture<Integer> ended) {
		this.srun = srun;
		this.ended = ended;
	}

	/**
	 * Starts srun.
	 *
	 * @param out reads standard output
	 * @param err reads standard error
	 */
	static SrunStep start(List<String> words, Map<String, String> environment, LabelReader out, LabelReader err) throws IOException {
		Process guard = new ProcessBuilder("setsid", "/bin/sh", "-c", GUARD, "pmix4j-guard").directory(new File("/"))
				.redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.DISCARD).start();
		ProcessBuilder builder = new ProcessBuilder(words).directory(new File("/"));
		builder.environment().clear();
		builder.environment().putAll(environment);
		try {
			Process srun = builder.start();
			say(guard, srun.pid() + "\n");
			CompletableFuture<Void> outRead = reader(srun.getInputStream(), out, "pmix-srun-out");
			CompletableFuture<Void> errRead = reader(srun.getErrorStream(), err, "pmix-srun-err");
			CompletableFuture<Integer> ended = CompletableFuture.allOf(outRead, errRead).thenCombine(srun.onExit(), (read, exit) -> {
				end(guard);
				return exit.exitValue();
			});
			return new SrunStep(srun, ended);
		} catch (IOException e) {
			end(guard);
			throw e;
		}
	}

	private static CompletableFuture<Void> reader(InputStream stream, LabelReader reader, String name) {
		CompletableFuture<Void> done = new CompletableFuture<>();
		Thread thread = new Thread(() -> {
			try (stream) {
				reader.read(stream);
			} catch (IOException e) {
				System.getLogger(SrunStep.class.getName()).log(System.Logger.Level.DEBUG, "the output of srun ends here", e);
			} finally {
				done.complete(null);
			}
		}, name);
		thread.setDaemon(true);
		thread.start();
		return done;
	}

	private static void say(Process guard, String line) throws IOException {
		guard.getOutputStream().write(line.getBytes(StandardCharsets.US_ASCII));
		guard.getOutputStream().flush();
	}

	private static void end(Process guard) {
		try (OutputStream pipe = guard.getOutputStream()) {
			say(guard, "done\n");
		} catch (IOException e) {
			// it has ended itself
			guard.destroyForcibly();
		}
	}

	/** Returns the standard input of srun. */
	OutputStream input() {
		return srun.getOutputStream();
	}

	/** Returns a future that completes with the exit code when srun has ended, and all its output is read. */
	CompletableFuture<Integer> ended() {
		return ended;
	}

	/** Ends srun, which ends its tasks. What they write until then is read. */
	void destroy() {
		srun.toHandle().destroy(); // leaves the output open
	}

	/** Kills srun, and reads no more; Slurm then ends its tasks. */
	void kill() {
		srun.destroyForcibly();
	}
}
