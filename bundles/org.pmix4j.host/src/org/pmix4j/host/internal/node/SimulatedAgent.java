// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.node;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.pmix4j.host.internal.fate.Remnant;
import org.pmix4j.host.internal.usage.UsageSource;
import org.pmix4j.placement.internal.allocation.PoolNode;
import org.pmix4j.placement.internal.topology.HardwareObject;
import org.pmix4j.process.internal.cleanup.Marker;
import org.pmix4j.process.internal.process.ChildProcess;
import org.pmix4j.process.internal.process.OutputHandler;
import org.pmix4j.process.internal.process.SpawnSpec;

/** A node that exists in maps only: it starts nothing and has no files. Owned by the host; may be used from any thread. */
public final class SimulatedAgent implements NodeAgent {
	private static final CompletableFuture<Void> DONE = CompletableFuture.completedFuture(null);

	private final PoolNode pool;

	/** @param pool what jobs may use of the node */
	public SimulatedAgent(PoolNode pool) {
		this.pool = pool;
	}

	@Override
	public PoolNode pool() {
		return pool;
	}

	@Override
	public boolean startsProcesses() {
		return false;
	}

	@Override
	public CompletionStage<ChildProcess> spawn(SpawnSpec spec, OutputHandler output) {
		return CompletableFuture.failedStage(new IllegalStateException("node " + node().name() + " is simulated"));
	}

	@Override
	public CompletionStage<Void> terminate(Collection<? extends ChildProcess> processes, Duration grace) {
		return DONE;
	}

	@Override
	public CompletionStage<Void> killAfter(Collection<? extends ChildProcess> processes, Duration time) {
		return DONE;
	}

	@Override
	public CompletableFuture<List<Remnant>> killMarked(Marker marker, Duration patience) {
		return CompletableFuture.completedFuture(List.of());
	}

	@Override
	public CompletableFuture<List<String>> stackTrace(int pid) {
		return CompletableFuture.completedFuture(List.of("node " + node().name() + " is simulated"));
	}

	@Override
	public SessionDirectory openSession() {
		return new NoDirectory(Path.of("/simulated").resolve(node().name()));
	}

	@Override
	public Optional<HardwareObject> hardware() {
		return Optional.of(pool.processors().get().machine());
	}

	@Override
	public UsageSource usage() {
		return UsageSource.ofThisSystem();
	}

	/** The names of directories that are never made. */
	private record NoDirectory(Path top) implements SessionDirectory {
		@Override
		public Optional<Path> sharedMemory(String nspace) {
			return Optional.empty();
		}

		@Override
		public CompletableFuture<Void> createJob(String nspace, List<Integer> ranks) {
			return DONE;
		}

		@Override
		public CompletableFuture<Void> preload(String nspace, Path file, Path name, List<Integer> ranks) {
			return CompletableFuture.completedFuture(null);
		}

		@Override
		public CompletableFuture<Path> write(String nspace, String name, String content) {
			return CompletableFuture.completedFuture(job(nspace).resolve(name));
		}

		@Override
		public CompletableFuture<Void> removeJob(String nspace) {
			return DONE;
		}

		@Override
		public void remove() {
			// nothing was made
		}
	}
}
