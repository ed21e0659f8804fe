// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import org.pmix4j.process.internal.posix.ExitStatus;
import org.pmix4j.process.internal.process.ChildProcess;
import org.pmix4j.process.internal.process.ChildStream;
import org.pmix4j.process.internal.process.Program;
import org.pmix4j.process.internal.process.SpawnSpec;
import org.pmix4j.process.internal.process.StdinFeed;

/** A child that only counts its pauses and resumes. */
final class FakeChild implements ChildProcess {
	final AtomicInteger pauses = new AtomicInteger();
	final AtomicInteger resumes = new AtomicInteger();
	volatile boolean paused;
	/** Is told that there is nothing to read when a stream is probed. */
	volatile Consumer<ChildStream> idle = stream -> {
		// the test does not let lines wait
	};
	private final int pid;

	FakeChild(int pid) {
		this.pid = pid;
	}

	@Override
	public int pid() {
		return pid;
	}

	@Override
	public SpawnSpec spec() {
		return SpawnSpec.of(new Program("true", Path.of("/bin/true")), List.of(), Map.of(), Path.of("/"));
	}

	@Override
	public CompletionStage<ExitStatus> exit() {
		return new CompletableFuture<>();
	}

	@Override
	public CompletionStage<ExitStatus> ended() {
		return new CompletableFuture<>();
	}

	@Override
	public CompletionStage<Boolean> signal(int signal) {
		return CompletableFuture.completedFuture(true);
	}

	@Override
	public StdinFeed stdin() {
		throw new UnsupportedOperationException("no input here");
	}

	@Override
	public void pauseOutput() {
		paused = true;
		pauses.incrementAndGet();
	}

	@Override
	public void resumeOutput() {
		paused = false;
		resumes.incrementAndGet();
	}

	@Override
	public void probeOutput(ChildStream stream) {
		idle.accept(stream);
	}

	@Override
	public void closeOutputs(Duration limit) {
		// the test closes them
	}
}
