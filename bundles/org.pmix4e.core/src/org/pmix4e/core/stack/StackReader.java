// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.stack;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

import org.eclipse.core.runtime.Adapters;
import org.eclipse.core.runtime.ILog;
import org.eclipse.debug.core.DebugException;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.model.IDebugTarget;
import org.eclipse.debug.core.model.IStackFrame;
import org.eclipse.debug.core.model.IThread;
import org.pmix4e.core.launch.JobRankProcess;
import org.pmix4e.core.spi.FramePlace;

/** Reads the stacks of the debugged ranks of a launch from their debuggers, of any debug model. Serves one reading. */
public final class StackReader {
	/** Debuggers that are asked at the same time, so that a slow one does not delay all others. */
	private static final int PARALLEL = 8;
	/** The outer frames of a deeper recursion are left out. */
	private static final int MOST_FRAMES = 200;
	private static final String MAIN = "main";
	private static final RankFrame CUT = new RankFrame(new FramePlace("...", "", 0), Optional.empty());

	private final boolean allThreads;
	private final BooleanSupplier isCanceled;
	// guarded by this
	private final List<RankStack> stacks = new ArrayList<>();
	private final BitSet running = new BitSet();
	private final BitSet unreadable = new BitSet();

	private StackReader(boolean allThreads, BooleanSupplier isCanceled) {
		this.allThreads = allThreads;
		this.isCanceled = isCanceled;
	}

	/**
	 * Reads all stacks and merges them. Waits for the debuggers.
	 *
	 * @param launch     the launch of a job
	 * @param allThreads whether to read all suspended threads of each rank, or only its main thread and those at breakpoints
	 * @param isCanceled ends the reading early if it becomes true
	 * @return the merged stacks of all ranks that are debugged
	 */
	public static StackTree read(ILaunch launch, boolean allThreads, BooleanSupplier isCanceled) {
		StackReader reader = new StackReader(allThreads, isCanceled);
		try (ExecutorService workers = Executors.newFixedThreadPool(PARALLEL, Thread.ofPlatform().daemon().name("pmix4e-stacks-", 0).factory())) {
			Stream.of(launch.getDebugTargets()).filter(target -> !target.isTerminated() && !target.isDisconnected())
					.map(target -> CompletableFuture.runAsync(() -> reader.read(target), workers)).toList()
					.forEach(CompletableFuture::join);
		}
		synchronized (reader) {
			return StackTree.merge(reader.stacks, reader.running, reader.unreadable);
		}
	}

	private void read(IDebugTarget target) {
		if (target.getProcess() instanceof JobRankProcess process && !isCanceled.getAsBoolean()) {
			try {
				List<RankStack> found = new ArrayList<>();
				for (IThread thread : chosen(target)) {
					IStackFrame[] frames = thread.getStackFrames();
					if (frames.length > 0) {
						found.add(new RankStack(process.rank(), places(frames)));
					}
				}
				synchronized (this) {
					stacks.addAll(found);
					running.set(process.rank(), found.isEmpty());
				}
			} catch (DebugException e) {
				boolean isGone = target.isTerminated() || target.isDisconnected();
				if (!isGone) {
					ILog.of(StackReader.class).log(e.getStatus());
				}
				synchronized (this) {
					unreadable.set(process.rank(), !isGone);
				}
			}
		}
	}

	private List<IThread> chosen(IDebugTarget target) throws DebugException {
		List<IThread> all = List.of(target.getThreads());
		IThread main = all.isEmpty() ? null : all.getFirst();
		for (IThread thread : all) {
			if (MAIN.equals(thread.getName())) {
				main = thread;
			}
		}
		Optional<IThread> first = Optional.ofNullable(main);
		return all.stream().filter(IThread::isSuspended)
				.filter(thread -> allThreads || first.filter(thread::equals).isPresent() || thread.getBreakpoints().length > 0).toList();
	}

	private static List<RankFrame> places(IStackFrame[] frames) throws DebugException {
		List<RankFrame> places = new ArrayList<>();
		for (int i = 0; i < Math.min(frames.length, MOST_FRAMES); i++) {
			places.add(new RankFrame(place(frames[i]), Optional.of(frames[i])));
		}
		if (frames.length >= MOST_FRAMES) {
			places.add(CUT);
		}
		return places;
	}

	/** Returns the place of a frame, also of one whose debug model does not tell it. */
	private static FramePlace place(IStackFrame frame) throws DebugException {
		FramePlace known = Adapters.adapt(frame, FramePlace.class);
		return known != null ? known : new FramePlace(Objects.requireNonNullElse(frame.getName(), ""), "", Math.max(0, frame.getLineNumber()));
	}
}
