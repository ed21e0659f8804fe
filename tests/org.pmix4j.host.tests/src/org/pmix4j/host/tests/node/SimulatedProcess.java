// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.node;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

import org.pmix4j.model.bytes.Signals;
import org.pmix4j.process.internal.posix.ExitStatus;
import org.pmix4j.process.internal.process.ChildProcess;
import org.pmix4j.process.internal.process.ChildStream;
import org.pmix4j.process.internal.process.OutputHandler;
import org.pmix4j.process.internal.process.SpawnSpec;
import org.pmix4j.process.internal.process.StdinFeed;

/**
 * A process of a {@link SimulatedNode}: writes and exits on command of the test, and dies of TERM and KILL unless it ignores them.
 * Thread-safe.
 */
public final class SimulatedProcess implements ChildProcess {
	private static final AtomicInteger LAST_PID = new AtomicInteger(1000);

	private final int pid = LAST_PID.incrementAndGet();
	private final SpawnSpec spec;
	private final OutputHandler output;
	private final List<Integer> signals = new CopyOnWriteArrayList<>();
	private final Set<Integer> ignored = ConcurrentHashMap.newKeySet();
	private final CompletableFuture<ExitStatus> exit = new CompletableFuture<>();
	private final CompletableFuture<ExitStatus> ended = new CompletableFuture<>();
	private final CompletableFuture<Optional<String>> arrival = new CompletableFuture<>();
	private volatile IntConsumer stops = signal -> {
	};
	private boolean closed;
	private volatile boolean broken;

	SimulatedProcess(SpawnSpec spec, OutputHandler output) {
		this.spec = spec;
		this.output = output;
	}

	/** Breaks the host's look at its exit by an exception from now on. */
	public void breakExit() {
		broken = true;
	}

	@Override
	public Optional<String> kernelKill() {
		if (broken) {
			throw new IllegalStateException("broken for the test");
		}
		return Optional.empty();
	}

	/** @return the signals that it received while it ran */
	public List<Integer> signals() {
		return signals;
	}

	/**
	 * Stops or continues, as by a signal that the host has not sent.
	 *
	 * @param signal that stops it; 0 if it is continued
	 */
	public void stop(int signal) {
		stops.accept(signal);
	}

	@Override
	public void onStop(IntConsumer changed) {
		stops = changed;
	}

	/**
	 * Arrives at the first instruction of its program.
	 *
	 * @param refusal why it cannot be stopped there; empty if it is
	 */
	public void reachProgram(Optional<String> refusal) {
		arrival.complete(refusal);
	}

	@Override
	public CompletionStage<Optional<String>> stopInNextProgram() {
		return arrival.minimalCompletionStage();
	}

	/** @param signal to be without effect from now on */
	public void ignore(int signal) {
		ignored.add(signal);
	}

	/**
	 * Writes to its standard output.
	 *
	 * @param text in UTF-8
	 */
	public void print(String text) {
		output.output(this, ChildStream.STDOUT, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
	}

	/**
	 * Exits and closes both output streams; does nothing if it has exited.
	 *
	 * @param status of the exit
	 */
	public void exit(ExitStatus status) {
		exitWithOpenOutput(status);
		closeOutput();
	}

	/**
	 * Exits without closing its output, which another process may hold open; does nothing if it has exited.
	 *
	 * @param status of the exit
	 */
	public synchronized void exitWithOpenOutput(ExitStatus status) {
		exit.complete(status);
		arrival.complete(Optional.empty());
		endIfComplete();
	}

	/** Closes both output streams, before or after the exit; does nothing if they are closed. */
	public synchronized void closeOutput() {
		if (!closed) {
			closed = true;
			output.outputClosed(this, ChildStream.STDOUT);
			output.outputClosed(this, ChildStream.STDERR);
			endIfComplete();
		}
	}

	/** The end follows the exit, as it does for a real process. */
	private void endIfComplete() {
		if (closed && exit.isDone()) {
			ended.complete(exit.join());
		}
	}

	@Override
	public int pid() {
		return pid;
	}

	@Override
	public SpawnSpec spec() {
		return spec;
	}

	@Override
	public CompletionStage<ExitStatus> exit() {
		return exit.minimalCompletionStage();
	}

	@Override
	public CompletionStage<ExitStatus> ended() {
		return ended.minimalCompletionStage();
	}

	@Override
	public CompletionStage<Boolean> signal(int signal) {
		boolean running = !exit.isDone();
		if (running) {
			signals.add(signal);
		}
		if (running && !ignored.contains(signal) && (signal == Signals.TERM || signal == Signals.KILL)) {
			exit(ExitStatus.signaled(signal, false));
		}
		return CompletableFuture.completedStage(running);
	}

	@Override
	public StdinFeed stdin() {
		return new StdinFeed() {
			@Override
			public CompletionStage<Boolean> write(byte[] bytes) {
				return CompletableFuture.completedStage(!exit.isDone());
			}

			@Override
			public void close() {
				// input is not simulated
			}

			@Override
			public long taken() {
				return 0;
			}

			@Override
			public CompletionStage<Void> closed() {
				return ended.thenAccept(status -> {
					// drops the status
				});
			}
		};
	}

	@Override
	public void pauseOutput() {
		// the test decides when to write
	}

	@Override
	public void resumeOutput() {
		// it was not paused
	}

	@Override
	public void closeOutputs(Duration limit) {
		exit.thenRun(this::closeOutput);
	}
}
