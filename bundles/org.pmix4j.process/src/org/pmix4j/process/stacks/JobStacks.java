// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.stacks;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;

import org.pmix4j.process.internal.posix.ProcFs;
import org.pmix4j.process.internal.trace.StackLine;
import org.pmix4j.process.internal.trace.StackTracer;
import org.pmix4j.process.internal.trace.TracedThread;

/**
 * The stacks of the ranks of a job. Immutable.
 *
 * @param stacks  of the ranks that could be read, ordered by rank
 * @param missing the reasons why the others could not be read, by rank
 */
public record JobStacks(List<ThreadStack> stacks, Map<Integer, String> missing) {
	/** The outermost such call is the user's; the frames inside change from moment to moment, as libraries poll. */
	private static final Pattern LIBRARY_CALL = Pattern.compile("(?:P?MPI_[A-Z]\\w*|PMIx_[A-Z]\\w*|p?mpi_[a-z]\\w*_)\\b.*");

	/** The frames in the middle of a deeper recursion are left out. */
	private static final int MOST_FRAMES = 200;

	/** Copies list and map. */
	public JobStacks {
		stacks = List.copyOf(stacks);
		missing = Map.copyOf(missing);
	}

	/** {@return the reasons why ranks are missing, with these ranks, in the order of the first of them} */
	public Map<String, BitSet> reasons() {
		Map<String, BitSet> reasons = new LinkedHashMap<>();
		new TreeMap<>(missing).forEach((rank, reason) -> reasons.computeIfAbsent(reason, first -> new BitSet()).set(rank));
		return reasons;
	}

	/** Follows the reading of stacks, and may end it early. */
	public interface Progress {
		/** Called after each rank, on one of several threads. */
		void oneDone();

		/** {@return whether to read no further ranks; asked before each} */
		boolean isCanceled();
	}

	/** The threads of one rank, or the reason why there are none. */
	private record Reading(FoundRank rank, List<ThreadStack> stacks, String reason) {
	}

	/**
	 * Reads the stacks of ranks: by jstack for a JVM; by py-spy or gdb for Python; else by eu-stack, gstack or gdb. A process is stopped
	 * while a program reads it, usually for less than a second. Blocks until all are read.
	 *
	 * @param ranks    of a job
	 * @param limit    the longest time for each rank, more than 0
	 * @param full     whether to keep threads that do not run the user's program, and the frames inside of calls of MPI and PMIx
	 * @param progress of the reading
	 * @return the stacks; ranks that were not read because of a cancellation are missing
	 */
	public static JobStacks read(List<FoundRank> ranks, Duration limit, boolean full, Progress progress) {
		StackTracer tracer = new StackTracer(limit);
		int parallel = Math.max(1, Math.min(ranks.size(), Runtime.getRuntime().availableProcessors()));
		List<ThreadStack> stacks = new ArrayList<>();
		Map<Integer, String> missing = new TreeMap<>();
		try (ExecutorService workers = Executors.newFixedThreadPool(parallel, Thread.ofPlatform().daemon().name("stacks-", 0).factory())) {
			List<CompletableFuture<Reading>> readings = ranks.stream()
					.map(rank -> CompletableFuture.supplyAsync(() -> read(rank, tracer, full, progress), workers)).toList();
			for (CompletableFuture<Reading> each : readings) {
				Reading reading = each.join();
				stacks.addAll(reading.stacks);
				if (reading.stacks.isEmpty()) {
					missing.put(reading.rank.rank(), reading.reason);
				}
			}
		}
		stacks.sort(Comparator.comparing(ThreadStack::rank));
		return new JobStacks(stacks, missing);
	}

	private static Reading read(FoundRank rank, StackTracer tracer, boolean full, Progress progress) {
		if (progress.isCanceled()) {
			return new Reading(rank, List.of(), "canceled");
		}
		Optional<Integer> tracerPid = ProcFs.tracer(rank.pid());
		List<String> trace = tracer.trace(rank.pid());
		List<TracedThread> threads = TracedThread.of(trace, rank.pid());
		boolean hasUsers = threads.stream().anyMatch(TracedThread::isUsers);
		List<ThreadStack> stacks = new ArrayList<>();
		for (TracedThread thread : threads) {
			if (full || !hasUsers || thread.isUsers()) {
				List<StackFrame> frames = frames(thread, full);
				stacks.add(new ThreadStack(rank.rank(), thread.isFirst() ? "" : thread.name(), frames));
			}
		}
		progress.oneDone();
		return new Reading(rank, stacks, stacks.isEmpty() ? reason(rank, trace, tracerPid) : "");
	}

	private static List<StackFrame> frames(TracedThread thread, boolean full) {
		List<StackFrame> frames = new ArrayList<>();
		for (StackLine line : thread.frames()) {
			frames.add(new StackFrame(line.text(), line.key()));
			if (!full && LIBRARY_CALL.matcher(line.text()).matches()) {
				break;
			}
		}
		int more = frames.size() - MOST_FRAMES;
		if (more > 0) {
			List<StackFrame> middle = frames.subList(MOST_FRAMES / 2, MOST_FRAMES / 2 + more);
			middle.clear();
			middle.add(new StackFrame("... (" + more + " frames)", "..."));
		}
		return frames;
	}

	/** Returns why there is no stack of a rank, and what to do about it. */
	private static String reason(FoundRank rank, List<String> trace, Optional<Integer> tracer) {
		if (ProcFs.stat(rank.pid()).filter(stat -> !stat.isDead()).isEmpty()) {
			return "it has ended";
		}
		if (tracer.isPresent()) {
			return "process " + tracer.get() + " (" + ProcFs.program(tracer.get()).orElse("ended") + ") traces it already; only one debugger can";
		}
		String said = String.join("; ", trace);
		return said + (said.contains("ermission") || said.contains("not permitted") ? scope() : "");
	}

	/** Returns the setting of the kernel that forbids the reading; empty if it is another reason. */
	private static String scope() {
		try {
			String scope = ProcFs.text("sys/kernel/yama/ptrace_scope");
			return scope.equals("0") ? "" : "; kernel.yama.ptrace_scope is " + scope + ", so the kernel permits it only to root (sudo), or to all"
					+ " after: sysctl -w kernel.yama.ptrace_scope=0";
		} catch (IOException e) {
			return "";
		}
	}
}
