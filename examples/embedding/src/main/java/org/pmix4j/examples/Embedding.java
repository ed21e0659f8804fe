// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.examples;

import java.io.IOException;
import java.nio.file.Path;

import org.pmix4j.client.FenceOptions;
import org.pmix4j.client.PmixClient;
import org.pmix4j.host.HostOptions;
import org.pmix4j.host.LocalHost;
import org.pmix4j.job.JobResult;
import org.pmix4j.job.JobSpec;
import org.pmix4j.model.PmixException;

/** Runs itself as the four ranks of a job. */
public final class Embedding {
	public static void main(String[] arguments) throws IOException, PmixException {
		if (arguments.length > 0) {
			rank();
		} else {
			System.exit(launch());
		}
	}

	private static int launch() throws IOException, PmixException {
		String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
		JobSpec spec = JobSpec.of(4, java, "-cp", System.getProperty("java.class.path"), Embedding.class.getName(), "rank");
		try (LocalHost host = LocalHost.start(HostOptions.defaults())) {
			JobResult result = host.launch(spec).ended().join();
			result.message().ifPresent(System.err::println);
			return result.exitCode();
		}
	}

	private static void rank() throws PmixException {
		try (PmixClient client = PmixClient.open()) {
			client.fence(FenceOptions.COLLECT);
			System.out.println("rank " + client.proc().rank().value() + " met all ranks");
		}
	}
}
