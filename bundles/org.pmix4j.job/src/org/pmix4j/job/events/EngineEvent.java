// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.events;

import java.time.Instant;
import java.util.List;

import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;

/** Something that has happened to a job or to one of its ranks. Immutable. */
public sealed interface EngineEvent {
	/** {@return the time when the engine noticed it} */
	Instant time();

	/** {@return the process that it happened to, or that did it; a wildcard rank stands for the job} */
	Proc who();

	/** {@return one line for logs, in the words of PRRTE where it has some} */
	String text();

	/** {@return the processes that it makes others wait for; empty if it makes nothing wait} */
	default List<Proc> awaited() {
		return List.of();
	}

	/**
	 * A job has entered a stage. A failure does not end the order of stages: a job that has failed terminates, too.
	 *
	 * @param time  when
	 * @param who   the job
	 * @param stage that it has entered
	 */
	record JobEntered(Instant time, Proc who, JobStage stage) implements EngineEvent {
		@Override
		public String text() {
			return "JOB " + who.nspace() + " STATE " + stage.label();
		}
	}

	/**
	 * A rank has entered a stage. A failure does not end the order of stages: a rank that has failed terminates, too.
	 *
	 * @param time  when
	 * @param who   the rank
	 * @param stage that it has entered
	 */
	record RankEntered(Instant time, Proc who, RankStage stage) implements EngineEvent {
		@Override
		public String text() {
			return "PROC [" + who.nspace() + "," + who.rank() + "] STATE " + stage.label();
		}
	}

	/**
	 * The process of a rank was stopped by a signal from any process.
	 *
	 * @param time   when
	 * @param who    the rank
	 * @param signal the number of the signal
	 */
	record RankStopped(Instant time, Proc who, int signal) implements EngineEvent {
		@Override
		public String text() {
			return who + " was " + new RankStop(signal, time).text();
		}
	}

	/**
	 * The process of a rank was stopped and continues.
	 *
	 * @param time when
	 * @param who  the rank
	 */
	record RankContinued(Instant time, Proc who) implements EngineEvent {
		@Override
		public String text() {
			return who + " was continued";
		}
	}

	/**
	 * A process has entered a collective operation and waits for the other participants.
	 *
	 * @param time      when
	 * @param who       the process
	 * @param operation its name, such as {@code fence}
	 * @param awaited   the participants as the process has named them
	 */
	record CollectiveEntered(Instant time, Proc who, String operation, List<Proc> awaited) implements EngineEvent {
		@Override
		public String text() {
			return who + " entered " + operation;
		}
	}

	/**
	 * A collective operation has ended for all its participants.
	 *
	 * @param time      when
	 * @param who       a participant's job
	 * @param operation its name, such as {@code fence}
	 * @param status    of the operation
	 */
	record CollectiveLeft(Instant time, Proc who, String operation, Status status) implements EngineEvent {
		@Override
		public String text() {
			return operation + " of " + who.nspace() + " ended with " + status;
		}
	}

	/**
	 * All ranks that stop for a debugger have stopped.
	 *
	 * @param time       when
	 * @param who        the job
	 * @param breakpoint where they wait
	 * @param awaited    the tool that has spawned the job; empty if any debugger may release it
	 */
	record ReadyForDebug(Instant time, Proc who, String breakpoint, List<Proc> awaited) implements EngineEvent {
		@Override
		public String text() {
			return "JOB " + who.nspace() + " is ready for a debugger at " + breakpoint;
		}
	}

	/**
	 * The engine has raised a PMIx event about a job, or a process has.
	 *
	 * @param time   when
	 * @param who    the source of the event
	 * @param status the code of the event
	 */
	record Raised(Instant time, Proc who, Status status) implements EngineEvent {
		@Override
		public String text() {
			return who + " raised " + status;
		}
	}

	/**
	 * The stack trace of a rank was taken, as the time of its job was up.
	 *
	 * @param time  when
	 * @param who   the rank
	 * @param lines the threads and frames that a program of the machine has shown, or the reason why there are none
	 */
	record StackTraced(Instant time, Proc who, List<String> lines) implements EngineEvent {
		/** Copies the list. */
		public StackTraced {
			lines = List.copyOf(lines);
		}

		@Override
		public String text() {
			return who + " stack trace taken";
		}
	}

	/**
	 * All output of a job was handed to its sink.
	 *
	 * @param time when
	 * @param who  the job
	 */
	record OutputComplete(Instant time, Proc who) implements EngineEvent {
		@Override
		public String text() {
			return "JOB " + who.nspace() + " output complete";
		}
	}
}
