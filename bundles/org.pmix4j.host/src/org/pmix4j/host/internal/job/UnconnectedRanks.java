// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

import org.pmix4j.host.internal.plan.JobPlan;
import org.pmix4j.host.internal.thread.HostThread;
import org.pmix4j.job.ExitOutcome;
import org.pmix4j.job.options.MpiLibrary;
import org.pmix4j.job.options.JobOptions;
import org.pmix4j.model.bytes.BytePaths;
import org.pmix4j.process.MpiLinkage;

/**
 * Warns the user when the ranks of a program that is linked with an MPI library have all ended, and none has connected to its launcher: if
 * they called MPI_Init, each was alone, as rank 0 of 1, and the results are wrong although the exit code is 0. Stateless.
 */
final class UnconnectedRanks {
	private UnconnectedRanks() {
	}

	/**
	 * Looks at the programs of a job whose ranks have ended, on another thread, if none has connected.
	 *
	 * @param warn takes a line for the user, on the host's thread
	 * @return completes after that; never fails
	 */
	static CompletionStage<Void> report(HostThread thread, JobPlan plan, List<RankRun> ranks, Consumer<String> warn) {
		if (plan.spec().get(JobOptions.MPI) == MpiLibrary.NONE || !isLikely(ranks)) {
			return CompletableFuture.completedFuture(null);
		}
		return thread.aside(() -> warning(plan)).handleAsync((text, problem) -> {
			if (problem == null && !text.isEmpty()) {
				warn.accept(text);
			}
			return null;
		}, thread::execute);
	}

	/** Returns whether there are several ranks, none has connected, and one has ended by itself. */
	private static boolean isLikely(List<RankRun> ranks) {
		boolean ended = false;
		for (RankRun rank : ranks) {
			if (rank.isInitialized()) {
				return false;
			}
			ExitOutcome.Cause cause = rank.fate().isPresent() ? rank.fate().get().cause() : ExitOutcome.Cause.UNKNOWN;
			ended |= cause == ExitOutcome.Cause.FINISHED || cause == ExitOutcome.Cause.NON_ZERO_EXIT;
		}
		return ended && ranks.size() > 1;
	}

	/** Returns the line about the first program that should have connected; empty if there is none. */
	private static String warning(JobPlan plan) {
		List<Path> seen = new ArrayList<>();
		for (JobPlan.FoundApp app : plan.apps()) {
			Path file = app.program().file();
			if (!seen.contains(file)) {
				seen.add(file);
				MpiLinkage linkage = MpiLinkage.of(file, app.inherited());
				if (linkage.isParallel()) {
					String program = BytePaths.text(file);
					return "no rank of " + program + " has connected, though it is linked with " + linkage.name()
							+ "; if the ranks called MPI_Init, each ran alone, as rank 0 of 1. See: pmix4j info " + program;
				}
			}
		}
		return "";
	}
}
