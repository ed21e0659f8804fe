// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.pmix4j.host.Job;
import org.pmix4j.host.RankProcess;
import org.pmix4j.host.RankState;
import org.pmix4j.host.internal.fate.FailureText;

/** Describes the state of a job and of its ranks for users. Stateless. */
final class JobDump {
	private JobDump() {
	}

	static String of(Job job) {
		Map<RankState, List<Integer>> byState = job.ranks().stream().collect(Collectors.groupingBy(RankProcess::state,
				() -> new EnumMap<>(RankState.class), Collectors.mapping(rank -> rank.proc().rank().value(), Collectors.toList())));
		StringBuilder text = new StringBuilder("job ").append(job.nspace()).append(", ")
				.append(job.state().constantName().orElse(job.state().toString()));
		byState.forEach((state, ranks) -> text.append("\n  ").append(state).append(ranks.size() == 1 ? ": rank " : ": ranks ")
				.append(FailureText.list(ranks)).append(missing(state)));
		return text.toString();
	}

	/** Returns the next step of a rank in this state. */
	private static String missing(RankState state) {
		return switch (state) {
			case PREPARED -> ", to be started";
			case STARTED -> ", has not called PMIx_Init";
			case CONNECTED -> ", runs";
			case FINALIZED -> ", has called PMIx_Finalize and not exited";
			case EXITED -> ", has exited, but its output is still open";
			case ENDED -> "";
		};
	}
}
