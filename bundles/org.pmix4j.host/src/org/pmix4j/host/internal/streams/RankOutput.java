// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.streams;

import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;
import org.pmix4j.job.internal.streams.StreamLines;
import org.pmix4j.model.Proc;
import org.pmix4j.process.internal.posix.ProcFs;
import org.pmix4j.process.internal.process.ChildProcess;
import org.pmix4j.process.internal.process.ChildStream;
import org.pmix4j.process.internal.process.OutputHandler;

/**
 * The output of one rank on its way to the pump: pauses the rank while too much of it waits. Filled on the process loop's thread,
 * emptied on the output thread, or when the slowest reader of the relay has room; state that several threads share is atomic.
 */
final class RankOutput implements OutputHandler {
	private static final char RUNNABLE = 'R';
	/** So many tenths of a second at the longest is a piece of a line held back. */
	private static final int MOST_LOOKS = 10;
	private static final long STARVING = TimeUnit.MILLISECONDS.toNanos(50);

	private final OutputPump pump;
	private final Proc proc;
	private final String hostname;
	private final Map<ChildStream, StreamLines> streams = new EnumMap<>(ChildStream.class);
	private final AtomicLong waiting = new AtomicLong();
	private final AtomicBoolean paused = new AtomicBoolean();
	private volatile @Nullable ChildProcess child;
	/** For {@link #isStarved}; used on the process loop's thread. */
	private long waited;
	private int looks;

	RankOutput(OutputPump pump, Proc proc, String hostname) {
		this.pump = pump;
		this.proc = proc;
		this.hostname = hostname;
	}

	@Override
	public void output(ChildProcess from, ChildStream stream, ByteBuffer data) {
		child = from;
		looks = 0;
		pump.put(this, stream, lines(from, stream), data);
		if (pump.mustWait(waiting.get())) {
			// pause before the flag: the output thread resumes only what the flag says, so never too early
			from.pauseOutput();
			paused.set(true);
			resumeIfRoom();
		}
	}

	@Override
	public void outputClosed(ChildProcess from, ChildStream stream) {
		pump.end(this, stream, lines(from, stream));
	}

	/** Called after each tenth of a second in which nothing has come behind an unfinished line. */
	@Override
	public void outputIdle(ChildProcess from, ChildStream stream) {
		if (!isStarved(from.pid())) {
			pump.idle(lines(from, stream));
		}
	}

	/**
	 * Returns whether a process would perhaps have finished its line if it had got a processor: it can run, but has waited for most of the
	 * time since the last look. The first look at such a process finds out.
	 */
	private boolean isStarved(int pid) {
		if (looks >= MOST_LOOKS || ProcFs.stat(pid).map(ProcFs.Stat::state).orElse('Z') != RUNNABLE) {
			return false;
		}
		long before = waited;
		waited = ProcFs.waitedForProcessor(pid);
		looks++;
		return looks == 1 || waited - before > STARVING;
	}

	@Override
	public void outputFailed(ChildProcess from, ChildStream stream, Throwable problem) {
		pump.fail("taking the output of " + proc, problem);
	}

	private StreamLines lines(ChildProcess from, ChildStream stream) {
		return streams.computeIfAbsent(stream, s -> pump.lines(proc, hostname, from.pid(), s, () -> from.probeOutput(s)));
	}

	Proc proc() {
		return proc;
	}

	boolean isPaused() {
		return paused.get();
	}

	void queued(int bytes) {
		waiting.addAndGet(bytes);
	}

	void written(int bytes) {
		waiting.addAndGet(-bytes);
		resumeIfRoom();
	}

	void resumeIfRoom() {
		if (paused.get() && pump.mayGoOn(waiting.get())) {
			resume();
		}
	}

	void resume() {
		ChildProcess process = child;
		if (paused.compareAndSet(true, false) && process != null) {
			process.resumeOutput();
		}
	}
}
