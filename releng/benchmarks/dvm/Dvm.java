// SPDX-License-Identifier: EPL-2.0
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import org.pmix4j.dvm.ServerEngine;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobListener;
import org.pmix4j.job.JobResult;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.RankProcess;
import org.pmix4j.testkit.SimulatedDvm;
import org.pmix4j.tool.options.ServerChoice;
import org.pmix4j.tool.options.ToolOptions;

/**
 * What a tool needs for a job on many nodes, in a DVM that is simulated in another process: processor time, memory, and looks at the
 * process table. Prints a table. Arguments: {@code play NODES}, {@code measure URI ranks RANKS}, or
 * {@code measure URI output RANKS LINES}.
 */
public final class Dvm {
	private static final int USR1 = 10;
	private static final int LOOKS = 10;
	private static final double MILLI = 1e6;

	private Dvm() {
	}

	public static void main(String... args) throws Exception {
		if (args[0].equals("play")) {
			try (SimulatedDvm dvm = SimulatedDvm.open(Files.createTempDirectory("dvm"), Integer.parseInt(args[1]))) {
				System.out.println(dvm.uri());
				System.in.transferTo(OutputStream.nullOutputStream());
			}
			return;
		}
		int ranks = Integer.parseInt(args[3]);
		try (ServerEngine engine = ServerEngine.attach(ToolOptions.of(ServerChoice.uri(args[1])))) {
			if (args[2].equals("ranks")) {
				ranks(engine, ranks);
			} else {
				output(engine, ranks, Integer.parseInt(args[4]));
			}
		}
	}

	private static void ranks(ServerEngine engine, int count) throws Exception {
		// classes are loaded, and the compiler has begun
		stay(engine, 64);
		long heap = heap();
		long cpu = cpu();
		long begun = System.nanoTime();
		AtomicLong news = new AtomicLong();
		Job job = engine.launch(JobSpec.of(count, "stay").withSink((source, channel, data) -> {
		}), new JobListener() {
			@Override
			public void rankChanged(Job each, RankProcess rank) {
				news.incrementAndGet();
			}
		});
		while (job.ranks().size() < count) {
			TimeUnit.MILLISECONDS.sleep(1);
		}
		double known = (System.nanoTime() - begun) / MILLI;
		double first = (cpu() - cpu) / MILLI;
		long kept = heap() - heap;
		// what follows is only looking at the table
		long looking = cpu();
		long allocated = allocated();
		long from = System.nanoTime();
		TimeUnit.SECONDS.sleep(20);
		double share = 100.0 * (cpu() - looking) / (System.nanoTime() - from);
		row("ranks", count, "known, ms", known);
		row("ranks", count, "processor time until then, us a rank", first * 1000 / count);
		row("ranks", count, "memory, bytes a rank", (double) kept / count);
		row("ranks", count, "processor time of looking, percent", share);
		row("ranks", count, "allocated by looking, MB/s", (allocated() - allocated) / 20e6);
		cpu = cpu();
		job.terminate();
		job.ended().get();
		row("ranks", count, "processor time of the end, us a rank", (cpu() - cpu) / 1000.0 / count);
		row("ranks", count, "news of ranks", news.get());
	}

	private static void stay(ServerEngine engine, int count) throws Exception {
		Job job = engine.launch(JobSpec.of(count, "stay").withSink((source, channel, data) -> {
		}), JobListener.NONE);
		while (job.ranks().size() < count) {
			TimeUnit.MILLISECONDS.sleep(1);
		}
		job.terminate();
		job.ended().get();
	}

	private static void output(ServerEngine engine, int count, int lines) throws Exception {
		stay(engine, 64);
		AtomicLong bytes = new AtomicLong();
		Job job = engine.launch(JobSpec.of(count, "print", Integer.toString(lines)).withSink(
				(source, channel, data) -> bytes.addAndGet(((ByteBuffer) data).remaining())), JobListener.NONE);
		job.started().get();
		long heap = heap();
		long cpu = cpu();
		long begun = System.nanoTime();
		job.signal(USR1);
		JobResult result = job.ended().get();
		double took = (System.nanoTime() - begun) / 1e9;
		double used = (cpu() - cpu) / MILLI;
		long kept = heap() - heap;
		long expected = (long) count * lines * SimulatedDvm.line(0, 0).length();
		if (!result.isSuccess() || bytes.get() != expected) {
			throw new IllegalStateException(result + ", " + bytes + " of " + expected + " bytes");
		}
		row("output", count, "MB", bytes.get() / 1e6);
		row("output", count, "MB/s", bytes.get() / 1e6 / took);
		row("output", count, "processor time, ms a MB", used / (bytes.get() / 1e6));
		row("output", count, "memory kept at the end, bytes a rank", (double) kept / count);
	}

	private static void row(String what, int ranks, String quantity, double value) {
		System.out.println(what + "\t" + ranks + "\t" + quantity + "\t" + String.format(Locale.ROOT, value < 100 ? "%.1f" : "%.0f", value));
	}

	private static long cpu() {
		return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
	}

	private static long allocated() {
		return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean()).getTotalThreadAllocatedBytes();
	}

	/** Returns the memory that is in use behind a collection. */
	private static long heap() throws InterruptedException {
		long least = Long.MAX_VALUE;
		for (int i = 0; i < LOOKS; i++) {
			System.gc();
			TimeUnit.MILLISECONDS.sleep(200);
			least = Math.min(least, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
		}
		return least;
	}
}
