// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.launch;

import java.nio.charset.Charset;
import java.util.BitSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import org.eclipse.core.runtime.ILog;
import org.pmix4e.core.RankSet;
import org.pmix4e.core.internal.configuration.LaunchSettings;
import org.pmix4e.core.launch.JobInput;
import org.pmix4j.job.Job;
import org.pmix4j.job.options.JobOptions;
import org.pmix4j.model.Rank;

/** The input that the user types for chosen ranks. Owned by the process of the job; may be used from any thread. */
final class LaunchedInput implements JobInput {
	private final Rank target;
	private final int ranks;
	private final Charset charset;
	private final CompletableFuture<Job> job = new CompletableFuture<>();
	/** Completes with the job after the last order; guarded by this. */
	private CompletableFuture<Job> last = job;

	LaunchedInput(LaunchSettings settings) {
		target = settings.options().get(JobOptions.STDIN);
		ranks = settings.ranks();
		charset = settings.charset();
	}

	/** Passes on what was written until now, and all that follows. */
	void begun(Job known) {
		job.complete(known);
	}

	/** Drops what was written if the job has never begun. */
	void ended() {
		job.cancel(false);
	}

	@Override
	public Optional<RankSet> readers() {
		if (target.equals(Rank.WILDCARD)) {
			return Optional.of(RankSet.ALL);
		}
		if (!target.isProcess()) {
			return Optional.empty();
		}
		BitSet one = new BitSet();
		one.set(target.value());
		return Optional.of(RankSet.of(one));
	}

	@Override
	public CompletableFuture<Boolean> write(RankSet chosen, String text) {
		CompletableFuture<Boolean> taken = new CompletableFuture<>();
		next(known -> {
			try {
				known.write(numbers(chosen), text.getBytes(charset)).whenComplete((any, problem) -> {
					if (problem == null) {
						taken.complete(any);
					} else {
						taken.completeExceptionally(problem);
					}
				});
			} catch (RuntimeException e) {
				taken.completeExceptionally(e);
			}
		});
		job.exceptionally(never -> {
			taken.complete(false);
			return null;
		});
		return taken;
	}

	@Override
	public void end(RankSet chosen) {
		next(known -> {
			try {
				known.endInput(numbers(chosen));
			} catch (RuntimeException e) {
				ILog.of(LaunchedInput.class).error("the input of rank " + chosen + " could not be ended", e);
			}
		});
	}

	/** Gives an order to the job, which takes it immediately, after all earlier ones. An order must not throw, or later ones would be lost. */
	private synchronized void next(Consumer<Job> order) {
		last = last.thenApply(known -> {
			order.accept(known);
			return known;
		});
	}

	private Set<Integer> numbers(RankSet chosen) {
		return chosen.within(ranks).stream().boxed().collect(Collectors.toUnmodifiableSet());
	}
}
