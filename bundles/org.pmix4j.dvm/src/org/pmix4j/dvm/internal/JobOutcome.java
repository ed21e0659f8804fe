// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.dvm.internal;

import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.pmix4j.client.PmixEvent;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.ProcAttributes;

/**
 * The end of a job as its server reports it. Immutable.
 *
 * @param status   success, or the first failure
 * @param exitCode for a launcher, 0 to 255
 * @param culprit  the rank that failed first; empty if the server names none
 * @param message  for the user; empty if there is nothing to say
 */
public record JobOutcome(Status status, int exitCode, Optional<Proc> culprit, Optional<String> message) {
	/** From here on exit codes stand for signals, as in shells. */
	private static final int SIGNALED = 128;
	/** What PRRTE says of a missing program; it reports the same status for other failures of a launch. */
	private static final String MISSING = "unable to find the specified executable file";
	private static final int NOT_FOUND = 127;

	/**
	 * {@return the end of a job that an event reports; a failure if the event cannot be read}
	 *
	 * @param end the event {@link Status#EVENT_JOB_END}
	 */
	public static JobOutcome of(PmixEvent end) {
		try {
			Optional<Integer> code = end.infos().get(ProcAttributes.EXIT_CODE);
			Status status = end.infos().get(JobAttributes.JOB_TERM_STATUS).orElse(Status.SUCCESS);
			// PRRTE sends the exit code in the place of the status
			int exitCode = code.map(each -> each & 0xff).orElse(status.isSuccess() ? 0 : Math.floorMod(status.code(), 256));
			Optional<Proc> culprit = end.infos().get(EventAttributes.EVENT_AFFECTED_PROC).filter(proc -> proc.rank().isProcess())
					.filter(proc -> exitCode != 0);
			return new JobOutcome(status.code() < 0 ? status : ofCode(exitCode), exitCode, culprit,
					end.infos().get(EventAttributes.EVENT_TEXT_MESSAGE).map(ServerText::lines).map(lines -> String.join("\n", lines))
							.filter(text -> !text.isEmpty()));
		} catch (PmixException otherType) {
			return failure(Status.ERROR, 1, "the server's report of the job's end cannot be read: " + otherType.getMessage());
		}
	}

	private static Status ofCode(int exitCode) {
		return exitCode == 0 ? Status.SUCCESS : exitCode > SIGNALED ? Status.ERR_JOB_ABORTED_BY_SIG : Status.ERR_EXIT_NONZERO_TERM;
	}

	/** Returns a failure that no rank has caused. */
	static JobOutcome failure(Status status, int exitCode, String message) {
		return new JobOutcome(status, exitCode, Optional.empty(), Optional.of(message));
	}

	/** Returns this end with another message behind its own. */
	JobOutcome explainedBy(Optional<String> reason) {
		String text = Stream.concat(message.stream(), reason.stream()).collect(Collectors.joining("\n"));
		return new JobOutcome(status, text.contains(MISSING) ? NOT_FOUND : exitCode, culprit, Optional.of(text).filter(each -> !each.isEmpty()));
	}

	boolean isSuccess() {
		return status.isSuccess() && exitCode == 0;
	}
}
