// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.dvm.internal;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.pmix4j.client.PmixEvent;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.options.AppOptions;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.bytes.BytePaths;

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
	private static final int CANNOT_RUN = 126;
	/** What PRRTE says of a missing working directory: its messages of failed launches are one off. */
	private static final String LIMIT = "system limit exceeded on number of files that can be open";
	private static final Pattern NODE = Pattern.compile("Node: *(\\S+)");

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

	/**
	 * {@return this end with another message behind its own}
	 *
	 * @param reason the message of the server; empty if there is none
	 * @param spec   the order
	 */
	public JobOutcome explainedBy(Optional<String> reason, JobSpec spec) {
		String text = Stream.concat(message.stream(), reason.stream()).collect(Collectors.joining("\n"));
		List<String> directories = spec.apps().stream().map(AppSpec::options).filter(options -> options.isSet(AppOptions.DIRECTORY))
				.map(options -> BytePaths.text(options.get(AppOptions.DIRECTORY))).distinct().toList();
		if (text.contains(LIMIT) && !directories.isEmpty()) {
			Matcher node = NODE.matcher(text);
			return new JobOutcome(status, CANNOT_RUN, culprit, Optional.of("the working directory " + String.join(" or ", directories)
					+ " does not exist or cannot be entered on " + (node.find() ? node.group(1) : "a node")
					+ " (PRRTE reports that as an exceeded limit of open files)"));
		}
		return new JobOutcome(status, text.contains(MISSING) ? NOT_FOUND : exitCode, culprit, Optional.of(text).filter(each -> !each.isEmpty()));
	}

	boolean isSuccess() {
		return status.isSuccess() && exitCode == 0;
	}
}
