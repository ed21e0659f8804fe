// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.server;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

import org.pmix4e.core.model.JobEvent;
import org.pmix4e.core.model.JobEvent.Kind;
import org.pmix4j.job.events.EngineEvent;
import org.pmix4j.job.events.JobStage;
import org.pmix4j.job.events.RankStage;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;

/** The last events of a job. Owned by the job; the host's thread adds events, any thread reads them. */
final class JobHistory {
	/** A job whose ranks enter many collectives must not fill the memory of the workbench. */
	private static final int MOST = 20_000;
	private static final String FINISHED = "finished";
	private static final String TERMINATED = "terminated";

	private final Deque<JobEvent> events = new ArrayDeque<>();
	/** The last stage of each rank, which it is in again after a stop. */
	private final Map<Rank, RankStage> stages = new HashMap<>();
	/** How ranks have failed that have not been started again. */
	private final Map<Rank, RankStage> failures = new HashMap<>();

	/** The last state of the job and of each rank, as users see it. */
	private final Map<Integer, String> states = new HashMap<>();

	synchronized void add(EngineEvent event) {
		JobEvent translated = translate(event);
		boolean isKnown = translated.kind() == Kind.STATE && translated.name().equals(states.put(translated.rank(), translated.name()));
		if (isKnown) {
			return; // several stages of the engine are one state for users
		}
		if (events.size() == MOST) {
			events.removeFirst();
		}
		events.addLast(translated);
	}

	/**
	 * Returns the events.
	 *
	 * @param isKilled whether a rank was ended on request or because of another one, of which the engine only reports that it has terminated
	 */
	synchronized List<JobEvent> events(IntPredicate isKilled) {
		return events.stream().map(event -> event.kind() == Kind.STATE && event.rank() != JobEvent.JOB && event.name().equals(FINISHED)
				&& isKilled.test(event.rank()) ? new JobEvent(event.time(), event.rank(), event.kind(), TERMINATED) : event).toList();
	}

	private JobEvent translate(EngineEvent event) {
		return switch (event) {
			case EngineEvent.JobEntered entered -> of(event, Kind.STATE, state(entered.stage()));
			case EngineEvent.RankEntered entered -> of(event, Kind.STATE, state(stage(entered)));
			case EngineEvent.RankStopped stopped -> of(event, Kind.STATE, "suspended");
			case EngineEvent.RankContinued continued -> of(event, Kind.STATE, state(stage(continued)));
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

	/** Returns the state of a job as the view PMIx Jobs names it. */
	private static String state(JobStage stage) {
		return switch (stage) {
			case ALLOCATE -> "waiting for nodes";
			case UNDEF, INIT, INIT_COMPLETE, ALLOCATION_COMPLETE, LAUNCH_DAEMONS, DAEMONS_REPORTED, VM_READY, MAP, MAP_COMPLETE, SYSTEM_PREP,
					LAUNCH_APPS, SEND_LAUNCH_MSG, STARTED -> "starting";
			case RUNNING -> "running";
			case SUSPENDED -> "suspended";
			case REGISTERED -> "connected";
			case READY_FOR_DEBUG -> "waiting for debugger";
			case TERMINATED, NOTIFY_COMPLETED, NOTIFIED, ALL_JOBS_COMPLETE -> FINISHED;
			case KILLED_BY_CMD -> TERMINATED;
			case FAILED_TO_START, ABORTED_BY_SIG, ABORTED_WO_SYNC, CALLED_ABORT, NON_ZERO_TERM, FAILED_TO_LAUNCH, ALLOC_FAILED, MAP_FAILED,
					ABORTED -> "failed";
		};
	}

	private static String state(RankStage stage) {
		return switch (stage) {
			case INIT, RESTART -> "starting";
			case RUNNING -> "running";
			case REGISTERED -> "connected";
			case READY_FOR_DEBUG -> "waiting for debugger";
			case WAITPID_FIRED, IOF_COMPLETE -> "exited";
			case TERMINATED -> FINISHED;
			case KILLED_BY_CMD -> TERMINATED;
			case FAILED_TO_START, ABORTED_BY_SIG, TERM_WO_SYNC, CALLED_ABORT, TERM_NON_ZERO -> "failed";
		};
	}
}
