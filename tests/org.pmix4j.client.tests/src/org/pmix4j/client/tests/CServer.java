// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.tests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;

/** Launchers whose servers are linked with libpmix. */
enum CServer {
	/** mpirun 4.1.4 with libpmix 4.2.2. */
	MPIRUN,
	/** prterun 3.0.8 with libpmix 5.0.7, in the Debian 13 tree. */
	PRTERUN,
	/** A small server with the libpmix of this machine that echoes requests to the host. */
	PEER,
	/** The same with libpmix 5.0.7 of the Debian 13 tree. */
	PEER_OF_TRIXIE;

	private static final Duration LIMIT = Duration.ofSeconds(90);

	/** Returns the command that starts a program, which follows it, in some ranks. */
	List<String> command(int ranks) {
		return switch (this) {
			case MPIRUN -> List.of("mpirun", "--allow-run-as-root", "--oversubscribe", "-n", String.valueOf(ranks));
			case PRTERUN ->
				Peers.trixie(List.of("prterun", "--allow-run-as-root", "--map-by", ":OVERSUBSCRIBE", "-n", String.valueOf(ranks)));
			case PEER -> List.of(Peers.c("pmix_server").toString(), String.valueOf(ranks));
			case PEER_OF_TRIXIE -> List.of(Peers.trixie("pmix_server").toString(), String.valueOf(ranks));
		};
	}

	/** Runs a job with its files in a directory of the test, and waits for its end. */
	Outcome run(Path directory, int ranks, List<String> program) throws IOException, InterruptedException {
		List<String> all = new ArrayList<>(command(ranks));
		all.addAll(program);
		Path output = directory.resolve("output");
		Path errors = directory.resolve("errors");
		ProcessBuilder builder = new ProcessBuilder(all).redirectOutput(output.toFile()).redirectError(errors.toFile());
		builder.environment().put("TMPDIR", directory.toString());
		// one module for the data of a job: C ranks would choose shared memory, which ranks in Java cannot read
		builder.environment().put("PMIX_MCA_gds", "hash");
		long begin = System.nanoTime();
		Process process = builder.start();
		if (!Await.ends(process)) {
			process.destroyForcibly();
			throw new AssertionError(all + " has not ended within " + LIMIT + "\n" + Files.readString(output) + "\n" + Files.readString(errors));
		}
		return new Outcome(all, process.exitValue(), Files.readAllBytes(output), Files.readString(errors),
				Duration.ofNanos(System.nanoTime() - begin));
	}
}
