// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.process;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.pmix4j.model.bytes.Signals;
import org.pmix4j.process.internal.posix.ExitStatus;
import org.pmix4j.process.internal.posix.IoBuffers;
import org.pmix4j.process.internal.posix.PollLoop;
import org.pmix4j.process.internal.posix.Posix;
import org.pmix4j.process.internal.posix.ProcFs;
import org.pmix4j.process.internal.posix.WindowSize;

/**
 * One process from its start until it is reaped. It stays a zombie until its output is drained, so that its number, which is also the
 * number of its group, cannot be reused before. Owned by a {@link ProcessLoop}; its state lives on the loop's thread.
 */
final class Child implements ChildProcess {

	private final ProcessLoop owner;
	private final PollLoop loop;
	private final SpawnSpec spec;
	private final int pid;
	private final StdinFeed stdin;
	private final List<OutputPipe> outputs = new ArrayList<>(2);
	private final CompletableFuture<ExitStatus> exit = new CompletableFuture<>();
	private final CompletableFuture<ExitStatus> ended = new CompletableFuture<>();
	private volatile Optional<String> kernelKill = Optional.empty();
	private @Nullable ExecTracer tracer;
	private boolean paused;
	private boolean reaped;
	private IntConsumer stops = signal -> {
	};
	private @Nullable Duration outputLimit;
	private PollLoop.@Nullable Timer outputTimer;

	Child(ProcessLoop owner, PollLoop loop, SpawnSpec spec, OutputHandler handler, int pid, ChildPipes pipes, IoBuffers buffers) {
		this.owner = owner;
		this.loop = loop;
		// a rank in ten thousand needs no copy of its environment once it has begun
		this.spec = spec.withEnvironment(Map.of());
		this.pid = pid;
		stdin = pipes.stdin() < 0 ? StdinPipe.none() : new StdinPipe(loop, buffers.output(), pipes.stdin());
		if (pipes.stdout() >= 0) {
			outputs.add(new OutputPipe(this, ChildStream.STDOUT, handler, loop, buffers.input(), pipes.stdout()));
		}
		if (pipes.stderr() >= 0) {
			outputs.add(new OutputPipe(this, ChildStream.STDERR, handler, loop, buffers.input(), pipes.stderr()));
		}
		ExitWatch.on(loop, pid, owner.exitDetection(), this::exited);
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
	public boolean isStopped() {
		return ProcFs.stat(pid).filter(stat -> Character.toUpperCase(stat.state()) == 'T').isPresent();
	}

	@Override
	public Optional<String> kernelKill() {
		return kernelKill;
	}

	@Override
	public void onStop(IntConsumer changed) {
		loop.executeUnlessEnded(() -> stops = changed);
	}

	@Override
	public CompletionStage<Optional<String>> stopInNextProgram() {
		ExecTracer begun = new ExecTracer(loop, pid, this::isStopped);
		exit.thenRun(() -> begun.stopped().complete(Optional.empty()));
		loop.executeUnlessEnded(() -> {
			tracer = begun;
			begun.begin();
		});
		return begun.stopped().minimalCompletionStage();
	}

	/** Looks whether the process was stopped or continued since the last look. The stops of a traced process are those of its tracer. */
	void lookForStop() {
		assert loop.inLoop();
		ExecTracer tracing = tracer;
		if (!exit.isDone() && (tracing == null || tracing.stopped().isDone())) {
			owner.reaper().stopOrContinue(pid).ifPresent(stops);
		}
	}

	@Override
	public boolean resizeTerminal(WindowSize size) {
		loop.executeUnlessEnded(() -> outputs.forEach(output -> output.resizeTerminal(size)));
		return spec.output().terminal().isPresent();
	}

	@Override
	public StdinFeed stdin() {
		return stdin;
	}

	@Override
	public CompletionStage<Set<String>> openOutputs() {
		CompletableFuture<Set<String>> links = new CompletableFuture<>();
		try {
			loop.executeNow(() -> links.complete(outputs.stream().filter(output -> !output.isClosed())
					.flatMap(output -> output.link().stream()).collect(Collectors.toSet())));
		} catch (RejectedExecutionException e) {
			links.complete(Set.of());
		}
		return links.minimalCompletionStage();
	}

	@Override
	public CompletionStage<Boolean> signal(int signal) {
		CompletableFuture<Boolean> sent = new CompletableFuture<>();
		try {
			loop.executeNow(() -> sent.complete(signalNow(signal)));
		} catch (RejectedExecutionException e) {
			sent.complete(false);
		}
		return sent.minimalCompletionStage();
	}

	@Override
	public void pauseOutput() {
		loop.executeUnlessEnded(() -> {
			paused = true;
			applyPause();
		});
	}

	@Override
	public void resumeOutput() {
		loop.executeUnlessEnded(() -> {
			paused = false;
			owner.applyPauseLater(this);
		});
	}

	@Override
	public void probeOutput(ChildStream stream) {
		loop.executeUnlessEnded(() -> outputs.forEach(output -> output.probe(stream)));
	}

	@Override
	public void closeOutputs(Duration limit) {
		loop.executeUnlessEnded(() -> {
			outputLimit = limit;
			startOutputTimer();
		});
	}

	@Override
	public String toString() {
		return spec.program().name() + " (pid " + pid + ")";
	}

	/** Sends a signal to the group; returns false if the leader, which reserves the number, is gone. */
	boolean signalNow(int signal) {
		assert loop.inLoop();
		boolean sent = !reaped && Posix.kill(-pid, signal) == 0;
		if (signal == Signals.CONT) {
			lookForStop(); // a process is continued before kill(2) returns, but stops later
		}
		return sent;
	}

	/** Pauses or resumes the pipes as ordered for this child and for all children. */
	void applyPause() {
		assert loop.inLoop();
		outputs.forEach(output -> output.pause(paused || owner.isPaused()));
	}

	void outputClosed() {
		endIfComplete();
	}

	private void exited() {
		owner.reaper().peek(pid).ifPresentOrElse(status -> {
			kernelKill = owner.memoryKills().explain(pid, status);
			exit.complete(status);
			startOutputTimer();
			endIfComplete();
		}, () -> ExitWatch.on(loop, pid, ExitDetection.THREAD, this::exited));
	}

	private void startOutputTimer() {
		Duration limit = outputLimit;
		if (limit == null || !exit.isDone() || reaped) {
			return;
		}
		cancelOutputTimer();
		outputTimer = loop.schedule(limit, () -> outputs.forEach(OutputPipe::finish));
	}

	private void cancelOutputTimer() {
		PollLoop.Timer timer = outputTimer;
		if (timer != null) {
			loop.cancel(timer);
		}
	}

	private void endIfComplete() {
		if (reaped || !exit.isDone() || !outputs.stream().allMatch(OutputPipe::isClosed)) {
			return;
		}
		boolean leavesRest = spec.mark().isPresent();
		if (!leavesRest) {
			// while the zombie still reserves the number
			signalNow(Signals.KILL);
		}
		reaped = true;
		owner.reaper().reap(pid);
		cancelOutputTimer();
		if (stdin instanceof StdinPipe pipe) {
			pipe.abandon();
		}
		if (leavesRest) {
			owner.gone(this);
			ended.complete(exit.join());
		} else {
			owner.awaitEmptyGroup(this, () -> ended.complete(exit.join()));
		}
	}
}
