// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.server.PmixServer;
import org.pmix4j.server.options.ServerOptions;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.ProcessTable;

/** A server in this JVM, with a job of two: rank 0 is a C program of the test, rank 1 is on another server. */
public final class ServedClient implements AutoCloseable {
	public static final Proc RANK0 = Proc.of("job", 0);
	static final Proc RANK1 = Proc.of("job", 1);

	private final Path folder;
	private final PmixServer server;

	private ServedClient(Path folder, PmixServer server) {
		this.folder = folder;
		this.server = server;
	}

	/**
	 * @param folder folder of the test
	 * @param host   host of the server
	 * @param about  data of the job, besides its size
	 */
	public static ServedClient open(Path folder, PmixHost host, Infos about) throws PmixException {
		PmixServer server = PmixServer.open(ServerOptions.of(Proc.of("server", 0), "node0", folder), host);
		ServedClient served = new ServedClient(folder, server);
		server.registerNamespace("job", 1, about.with(JobAttributes.JOB_SIZE, 2)).join();
		server.registerClient(RANK0, ProcessTable.ownUid(), ProcessTable.ownGid(), "object of rank 0").join();
		return served;
	}

	public PmixServer server() {
		return server;
	}

	/** Returns rank 0 without starting it. */
	public ProcessBuilder rank0(Path program, String... arguments) {
		ProcessBuilder builder = new ProcessBuilder(program.toString());
		builder.command().addAll(List.of(arguments));
		builder.environment().putAll(server.environment(RANK0));
		return builder;
	}

	/** Runs a program to its end and checks that it succeeds. */
	public List<String> run(ProcessBuilder builder) {
		try {
			Path out = Files.createTempFile(folder, "out", null);
			Process process = builder.redirectErrorStream(true).redirectOutput(out.toFile()).start();
			if (!Await.ends(process)) {
				process.destroyForcibly();
				throw new AssertionError("hangs: " + builder.command() + "\n" + Files.readString(out));
			}
			assertThat(process.exitValue()).as(Files.readString(out)).isZero();
			return Files.readAllLines(out);
		} catch (IOException e) {
			throw new AssertionError("cannot run " + builder.command(), e);
		} catch (InterruptedException e) {
			throw new IllegalStateException("interrupted", e);
		}
	}

	@Override
	public void close() {
		server.close();
	}
}
