// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.junit.internal.job;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import org.pmix4j.job.JobResult;
import org.pmix4j.job.RankProcess;

/**
 * The end of the job of a test. Immutable.
 *
 * @param directory of the session, which exists while it is evaluated
 * @param result of the job
 * @param ranks  its ranks, which have ended
 * @param output of all ranks
 * @param hang   what the job waited for when its time was up, and the stack traces of its ranks; empty if it has ended in time
 */
public record JobOutcome(Path directory, JobResult result, List<RankProcess> ranks, OutputCollector output, Optional<String> hang) {
	/** Copies the list. */
	public JobOutcome {
		ranks = List.copyOf(ranks);
	}
}
