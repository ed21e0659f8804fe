// SPDX-License-Identifier: EPL-2.0
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

import org.pmix4j.dvm.ServerEngine;
import org.pmix4j.host.HostOptions;
import org.pmix4j.host.LocalHost;
import org.pmix4j.job.JobEngine;
import org.pmix4j.job.JobListener;
import org.pmix4j.job.JobResult;
import org.pmix4j.job.JobSpec;
import org.pmix4j.model.PmixException;
import org.pmix4j.tool.options.ServerChoice;
import org.pmix4j.tool.options.ToolOptions;

/**
 * Launches a job in one engine for each line of standard input, "RANKS PROGRAM [ARGUMENT]...", and prints the milliseconds from the launch
 * to the end of the job. The engine is a host of its own, or the server whose URI is the argument. {@code warm.py} compares them with a
 * cold mpirun, {@code engines.sh} with prun.
 */
final class Warm {
	private static final int LIMIT_SECONDS = 60;

	private Warm() {
	}

	public static void main(String[] arguments) throws Exception {
		BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
		try (JobEngine engine = open(arguments)) {
			for (String line = lines.readLine(); line != null; line = lines.readLine()) {
				String[] words = line.split(" ");
				JobSpec spec = JobSpec.of(Integer.parseInt(words[0]), words[1], Arrays.copyOfRange(words, 2, words.length));
				long begin = System.nanoTime();
				JobResult result = engine.launch(spec, JobListener.NONE).ended().get(LIMIT_SECONDS, TimeUnit.SECONDS);
				double millis = (System.nanoTime() - begin) / 1e6;
				System.out.println(result.exitCode() == 0 ? Double.toString(millis) : "failed: " + result);
			}
		}
	}

	private static JobEngine open(String[] arguments) throws PmixException, IOException {
		return arguments.length == 0 ? LocalHost.start(HostOptions.defaults())
				: ServerEngine.attach(ToolOptions.of(ServerChoice.uri(arguments[0])));
	}
}
