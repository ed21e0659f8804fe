// SPDX-License-Identifier: EPL-2.0
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.concurrent.TimeUnit;

import org.pmix4j.host.HostOptions;
import org.pmix4j.host.LocalHost;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobListener;
import org.pmix4j.job.JobResult;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.OutputSink;
import org.pmix4j.job.RankProcess;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.JobState;
import org.pmix4j.model.Proc;

/**
 * Runs many jobs in one host, one after the other, and prints "F jobs heapBytes threads descriptors" after a tenth of them and at the end.
 * Arguments: number of jobs, and a seed or "-". With a seed, an exception or an error is thrown by the sink or by the listener of each
 * second job, of which nothing is expected but its end; the next job must succeed.
 */
final class Embedded {
	private static final int LIMIT_SECONDS = 60;
	private static final int LINES = 50;

	private Embedded() {
	}

	public static void main(String[] arguments) throws Exception {
		int jobs = Integer.parseInt(arguments[0]);
		Random faults = arguments[1].equals("-") ? null : new Random(Long.parseLong(arguments[1]));
		try (LocalHost host = LocalHost.start(HostOptions.defaults())) {
			for (int i = 1; i <= jobs; i++) {
				if (faults == null) {
					succeed(i, host.launch(JobSpec.of(1, "/bin/true")));
				} else if (i % 2 == 0) {
					Faulty faulty = new Faulty(faults);
					end(host.launch(loud().withSink(faulty), faulty));
				} else {
					Counter counter = new Counter();
					succeed(i, host.launch(loud().withSink(counter)));
					if (counter.lines != 2 * LINES) {
						throw new IllegalStateException("job " + i + ": " + counter.lines + " lines instead of " + 2 * LINES);
					}
				}
				if (i == jobs / 10 || i == jobs) {
					figures(i);
				}
			}
		}
	}

	private static JobSpec loud() {
		return JobSpec.of(2, "/bin/sh", "-c", "i=0; while [ $i -lt " + LINES + " ]; do echo line; i=$((i+1)); done");
	}

	private static JobResult end(Job job) throws Exception {
		return job.ended().get(LIMIT_SECONDS, TimeUnit.SECONDS);
	}

	private static void succeed(int number, Job job) throws Exception {
		JobResult result = end(job);
		if (result.exitCode() != 0) {
			throw new IllegalStateException("job " + number + ": " + result);
		}
	}

	private static void figures(int jobs) {
		System.gc();
		Runtime runtime = Runtime.getRuntime();
		long heap = runtime.totalMemory() - runtime.freeMemory();
		int descriptors = new File("/proc/self/fd").list().length;
		System.out.println("F " + jobs + " " + heap + " " + Thread.getAllStackTraces().size() + " " + descriptors);
	}

	/** Counts the lines of a job. On the job's output thread; read after its end. */
	private static final class Counter implements OutputSink {
		private volatile int lines;

		@Override
		public void write(Proc proc, IofChannel channel, ByteBuffer chunk) {
			int found = 0;
			while (chunk.hasRemaining()) {
				found += chunk.get() == '\n' ? 1 : 0;
			}
			lines += found;
		}
	}

	/** Throws at one of the first calls. */
	private static final class Faulty implements OutputSink, JobListener {
		private final int kind;
		private int calls;

		Faulty(Random faults) {
			kind = faults.nextInt(5);
			calls = faults.nextInt(8);
		}

		/** Throws a checked exception as well, as a program in another language may. */
		@SuppressWarnings("unchecked")
		private static <E extends Throwable> void raise(Throwable fault) throws E {
			throw (E) fault;
		}

		private synchronized void call() {
			if (calls-- == 0) {
				Faulty.<RuntimeException>raise(switch (kind) {
					case 0 -> new IllegalStateException("for the test");
					case 1 -> new AssertionError("for the test");
					case 2 -> new OutOfMemoryError("for the test");
					case 3 -> new StackOverflowError();
					default -> new IOException("for the test");
				});
			}
		}

		@Override
		public void write(Proc proc, IofChannel channel, ByteBuffer chunk) {
			call();
		}

		@Override
		public void flush() {
			call();
		}

		@Override
		public void jobChanged(Job job, JobState state) {
			call();
		}

		@Override
		public void rankChanged(Job job, RankProcess rank) {
			call();
		}
	}
}
