// SPDX-License-Identifier: EPL-2.0
import java.io.File;
import java.util.concurrent.TimeUnit;

import org.pmix4j.host.HostOptions;
import org.pmix4j.host.LocalHost;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobResult;
import org.pmix4j.job.JobSpec;

/**
 * Runs many jobs in one host, one after the other, and prints "F jobs heapBytes threads descriptors" after a tenth of them and at the end.
 * Arguments: number of jobs, and the program with its arguments.
 */
final class Embedded {
	private static final int LIMIT_SECONDS = 60;

	private Embedded() {
	}

	public static void main(String[] arguments) throws Exception {
		int jobs = Integer.parseInt(arguments[0]);
		try (LocalHost host = LocalHost.start(HostOptions.defaults())) {
			for (int i = 1; i <= jobs; i++) {
				Job job = host.launch(JobSpec.of(1, arguments[1]));
				JobResult result = job.ended().get(LIMIT_SECONDS, TimeUnit.SECONDS);
				if (result.exitCode() != 0) {
					throw new IllegalStateException("job " + i + ": " + result);
				}
				if (i == jobs / 10 || i == jobs) {
					figures(i);
				}
			}
		}
	}

	private static void figures(int jobs) {
		System.gc();
		Runtime runtime = Runtime.getRuntime();
		long heap = runtime.totalMemory() - runtime.freeMemory();
		int descriptors = new File("/proc/self/fd").list().length;
		System.out.println("F " + jobs + " " + heap + " " + Thread.getAllStackTraces().size() + " " + descriptors);
	}
}
