// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.dvm.internal;

import java.util.Optional;

import org.pmix4j.client.PmixEvent;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.ProcAttributes;

/** Reads the event that a job has ended, as servers send it. Stateless. */
final class JobEndEvent {
	/** From here on exit codes stand for signals, as in shells. */
	private static final int SIGNALED = 128;

	private JobEndEvent() {
	}

	/** Returns the end of the job; an event that cannot be read is a failure. */
	static JobOutcome outcome(PmixEvent end) {
		try {
			Optional<Integer> code = end.infos().get(ProcAttributes.EXIT_CODE);
			Status status = end.infos().get(JobAttributes.JOB_TERM_STATUS).orElse(Status.SUCCESS);
			// PRRTE sends the exit code in the place of the status
			int exitCode = code.map(each -> each & 0xff).orElse(status.isSuccess() ? 0 : Math.floorMod(status.code(), 256));
			Optional<Proc> culprit = end.infos().get(EventAttributes.EVENT_AFFECTED_PROC).filter(proc -> proc.rank().isProcess())
					.filter(proc -> exitCode != 0);
			return new JobOutcome(status.code() <= 0 ? status : failure(exitCode), exitCode, culprit,
					end.infos().get(EventAttributes.EVENT_TEXT_MESSAGE));
		} catch (PmixException otherType) {
			return JobOutcome.failure(Status.ERROR, 1, "the server's report of the job's end cannot be read: " + otherType.getMessage());
		}
	}

	private static Status failure(int exitCode) {
		return exitCode == 0 ? Status.SUCCESS : exitCode > SIGNALED ? Status.ERR_JOB_ABORTED_BY_SIG : Status.ERR_EXIT_NONZERO_TERM;
	}
}
