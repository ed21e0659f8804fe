// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.server;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.pmix4e.core.model.JobEvent;
import org.pmix4e.core.model.JobEvent.Kind;
import org.pmix4j.job.events.EngineEvent;
import org.pmix4j.job.events.RankStage;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;

/** The last events of a job. Owned by the job; the host's thread adds events, any thread reads them. */
final class JobHistory {
	/** A job whose ranks enter many collectives must not fill the memory of the workbench. */
	private static final int MOST = 20_000;

	private final Deque<JobEvent> events = new ArrayDeque<>();
	/** The last stage of each rank, which it is in again after a stop. */
	private final Map<Rank, RankStage> stages = new HashMap<>();
	/** How ranks have failed that have not been started again. */
	private final Map<Rank, RankStage> failures = new HashMap<>();

	synchronized void add(EngineEvent event) {
		if (events.size() == MOST) {
			events.removeFirst();
		}
		events.addLast(translate(event));
	}

	synchronized List<JobEvent> events() {
		return List.copyOf(events);
	}

	private JobEvent translate(EngineEvent event) {
		return switch (event) {
			case EngineEvent.JobEntered entered -> of(event, Kind.STATE, words(entered.stage().name()));
			case EngineEvent.RankEntered entered -> of(event, Kind.STATE, words(stage(entered).name()));
			case EngineEvent.RankStopped stopped -> of(event, Kind.STATE, "stopped");
			case EngineEvent.RankContinued continued -> of(event, Kind.STATE, words(stage(continued).name()));
			case EngineEvent.CollectiveEntered entered -> of(event, Kind.ENTERED, entered.operation());
			case EngineEvent.CollectiveLeft left -> of(event, Kind.LEFT, left.operation());
			case EngineEvent.Raised raised -> of(event, Kind.RAISED, raised.status().toString());
			case EngineEvent.ReadyForDebug ready -> of(event, Kind.OTHER, ready.text());
			case EngineEvent.StackTraced trace -> of(event, Kind.OTHER, "stack trace taken");
			case EngineEvent.OutputComplete complete -> of(event, Kind.OTHER, "output complete");
		};
	}

	/** Returns the stage to show: a failed rank terminates, too, but its last state is its failure. */
	private RankStage stage(EngineEvent.RankEntered entered) {
		Rank rank = entered.who().rank();
		if (entered.stage().isFailure()) {
			failures.put(rank, entered.stage());
		} else if (entered.stage() == RankStage.RESTART) {
			failures.remove(rank);
		}
		stages.put(rank, entered.stage());
		return entered.stage() == RankStage.TERMINATED ? failures.getOrDefault(rank, RankStage.TERMINATED) : entered.stage();
	}

	private RankStage stage(EngineEvent.RankContinued continued) {
		return stages.getOrDefault(continued.who().rank(), RankStage.RUNNING);
	}

	private static JobEvent of(EngineEvent event, Kind kind, String name) {
		Proc who = event.who();
		return new JobEvent(event.time(), who.rank().equals(Rank.WILDCARD) ? JobEvent.JOB : who.rank().value(), kind, name);
	}

	private static String words(String constant) {
		return constant.toLowerCase(Locale.ROOT).replace('_', ' ');
	}
}
