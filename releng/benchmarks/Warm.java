// SPDX-License-Identifier: EPL-2.0
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

import org.pmix4j.host.HostOptions;
import org.pmix4j.host.LocalHost;
import org.pmix4j.job.JobResult;
import org.pmix4j.job.JobSpec;

/**
 * Launches a job in one host for each line of standard input, "RANKS PROGRAM [ARGUMENT]...", and prints the milliseconds from the launch to
 * the end of the job. {@code warm.py} compares them with a cold mpirun.
 */
final class Warm {
	private static final int LIMIT_SECONDS = 60;

	private Warm() {
	}

	public static void main(String[] arguments) throws Exception {
		BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
		try (LocalHost host = LocalHost.start(HostOptions.defaults())) {
			for (String line = lines.readLine(); line != null; line = lines.readLine()) {
				String[] words = line.split(" ");
				JobSpec spec = JobSpec.of(Integer.parseInt(words[0]), words[1], Arrays.copyOfRange(words, 2, words.length));
				long begin = System.nanoTime();
				JobResult result = host.launch(spec).ended().get(LIMIT_SECONDS, TimeUnit.SECONDS);
				double millis = (System.nanoTime() - begin) / 1e6;
				System.out.println(result.exitCode() == 0 ? Double.toString(millis) : "failed: " + result);
			}
		}
	}
}
