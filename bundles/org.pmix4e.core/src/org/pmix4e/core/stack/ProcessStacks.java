// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.stack;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.eclipse.core.runtime.IProgressMonitor;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.core.spi.FramePlace;
import org.pmix4j.process.stacks.FoundJob;
import org.pmix4j.process.stacks.FoundRank;
import org.pmix4j.process.stacks.JobStacks;
import org.pmix4j.process.stacks.StackFrame;
import org.pmix4j.process.stacks.ThreadStack;
import org.pmix4j.process.stacks.UserJobs;

/**
 * The stacks of all ranks of a job of this machine at one moment, read without debuggers. Immutable.
 *
 * @param at      the moment when they had been read
 * @param tree    the merged stacks
 * @param reasons why ranks are missing, with these ranks; not to be changed
 * @param waits   what the ranks wait for in PMIx, if the server reports it
 */
public record ProcessStacks(Instant at, StackTree tree, Map<String, BitSet> reasons, List<String> waits) {
	private static final Duration RANK_LIMIT = Duration.ofSeconds(60);
	private static final Pattern NATIVE = Pattern.compile("(.*?)(?: \\(.*\\))?(?: (?:at (.*?)(?::(\\d+))?|from .*))?");
	private static final Pattern JAVA = Pattern.compile("([\\w.$]+\\.([\\w$<>]+\\.[\\w$<>]+))\\(([^():]+\\.\\w+):(\\d+)\\)(.*)");

	/** Copies map and list. */
	public ProcessStacks {
		reasons = new LinkedHashMap<>(reasons);
		waits = List.copyOf(waits);
	}

	/**
	 * Reads the stacks. Blocks until all ranks are read, or the last one after a cancellation; each may take a minute.
	 *
	 * @param job     whose ranks are processes of this machine
	 * @param monitor receives a unit of work for each rank
	 * @return the stacks; empty if it was canceled
	 */
	public static Optional<ProcessStacks> read(NamespaceElement job, IProgressMonitor monitor) {
		List<FoundRank> ranks = ranks(job);
		monitor.beginTask(job.name(), ranks.size());
		JobStacks read = JobStacks.read(ranks, RANK_LIMIT, false, new JobStacks.Progress() {
			@Override
			public void oneDone() {
				synchronized (monitor) {
					monitor.worked(1);
				}
			}

			@Override
			public boolean isCanceled() {
				return monitor.isCanceled();
			}
		});
		if (monitor.isCanceled()) {
			return Optional.empty();
		}
		StackTree tree = StackTree.merge(read.stacks().stream().map(ProcessStacks::stack).toList(), new BitSet(), new BitSet());
		return Optional.of(new ProcessStacks(Instant.now(), tree, read.reasons(), job.waits()));
	}

	/** Returns the running ranks with the processes of their programs, which may be children of those that the server knows. */
	private static List<FoundRank> ranks(NamespaceElement job) {
		Optional<FoundJob> found = UserJobs.find().stream().filter(each -> each.name().equals(job.name())).findFirst();
		return found.map(FoundJob::ranks).orElseGet(() -> job.ranks().stream().filter(rank -> !rank.state().isEnded())
				.flatMap(rank -> rank.pid().stream().mapToObj(pid -> new FoundRank(rank.rank(), pid, ""))).toList());
	}

	private static RankStack stack(ThreadStack stack) {
		List<RankFrame> frames = new ArrayList<>();
		Stream<FramePlace> thread = stack.thread().isEmpty() ? Stream.empty() : Stream.of(new FramePlace("thread " + stack.thread(), "", 0));
		Stream.concat(thread, stack.frames().stream().map(ProcessStacks::place))
				.forEach(place -> frames.add(new RankFrame(place, Optional.empty())));
		return new RankStack(stack.rank(), frames.reversed());
	}

	/** Returns the place of a frame: {@code twice at a.c:3} of {@code twice (x=4) at ../src/a.c:3}. */
	static FramePlace place(StackFrame frame) {
		Matcher java = JAVA.matcher(frame.text());
		if (java.matches()) {
			return new FramePlace(java.group(2) + java.group(5), java.group(3), Integer.parseInt(java.group(4)));
		}
		Matcher plain = NATIVE.matcher(frame.text());
		if (!plain.matches() || plain.group(2) == null) {
			return new FramePlace(plain.matches() ? plain.group(1) : frame.text(), "", 0);
		}
		String file = plain.group(2).substring(plain.group(2).lastIndexOf('/') + 1);
		return new FramePlace(plain.group(1), file, plain.group(3) == null ? 0 : Integer.parseInt(plain.group(3)));
	}
}
