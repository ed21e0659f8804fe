// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.slurm.internal;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.pmix4j.job.ExitOutcome;
import org.pmix4j.job.ExitOutcome.Cause;
import org.pmix4j.model.bytes.Signals;

/**
 * A line that srun or Slurm's daemon on a node has written itself. Immutable.
 *
 * @param text the line
 * @see "Slurm 22.05 and 24.11, src/plugins/launch/slurm/launch_slurm.c and src/slurmd/slurmstepd/req.c"
 */
public record SrunLine(String text) {
	private static final int SIGNALED = 128;
	private static final Pattern END = Pattern.compile("srun: error: \\S+: tasks? ([0-9,-]+): (.+)");
	private static final Pattern EXIT = Pattern.compile("Exited with exit code (\\d+)");
	private static final Pattern CANCELED = Pattern.compile("\\*\\*\\* (STEP|JOB) (\\S+) ON (\\S+) (CANCELLED|FAILED) ?(.*)\\*\\*\\*");
	private static final Pattern REASON = Pattern.compile("(?:AT \\S+ )?(?:DUE TO (.+?))?\\s*");
	private static final Pattern NODE = Pattern.compile("srun: error: Node failure on (\\S+)");
	/** Said of each end that is reported otherwise. */
	private static final Pattern NOISE = Pattern.compile("srun: (Terminating |launch/slurm: _?(step_signal|task_finish|launch_p_step_launch)"
			+ "|Job step aborted: Waiting|Force Terminated|First task exited|StepId=|\\s*tasks? [0-9,-]+: ).*"
			+ "|srun: error: (Timed out waiting for job step|eio_message_socket_accept).*");

	/**
	 * The end of some ranks.
	 *
	 * @param ranks   their numbers
	 * @param outcome how they have ended
	 */
	public record Ends(List<Integer> ranks, ExitOutcome outcome) {
	}

	/** {@return the ranks whose end it reports, and how they have ended; empty if it reports none} */
	public Optional<Ends> ends() {
		Matcher end = END.matcher(text);
		if (!end.matches()) {
			return Optional.empty();
		}
		List<Integer> ranks = Stream.of(end.group(1).split(",")).flatMap(SrunLine::range).toList();
		return Optional.of(new Ends(ranks, outcome(end.group(2))));
	}

	private static Stream<Integer> range(String part) {
		int dash = part.indexOf('-');
		int first = Integer.parseInt(dash < 0 ? part : part.substring(0, dash));
		int last = dash < 0 ? first : Integer.parseInt(part.substring(dash + 1));
		return IntStream.rangeClosed(first, last).boxed();
	}

	private static ExitOutcome outcome(String how) {
		Matcher exit = EXIT.matcher(how);
		if (exit.lookingAt()) {
			return SrunLine.outcome(Integer.parseInt(exit.group(1)) & 0xff);
		}
		// the words of strsignal(3)
		String word = how.replaceFirst(" \\(core dumped\\)", "");
		int signal = switch (word) {
			case "Killed" -> Signals.KILL;
			case "Terminated" -> Signals.TERM;
			case "Segmentation fault" -> Signals.SEGV;
			case "Aborted" -> Signals.ABRT;
			case "Interrupt" -> Signals.INT;
			case "Hangup" -> Signals.HUP;
			case "Quit" -> Signals.QUIT;
			default -> 0;
		};
		return signal == 0 ? new ExitOutcome(Cause.UNKNOWN, 1, how) : outcome(SIGNALED + signal);
	}

	/** Returns the end of a rank with the exit code that a shell reports. */
	static ExitOutcome outcome(int exitCode) {
		if (exitCode == 0) {
			return new ExitOutcome(Cause.FINISHED, 0, "finished");
		}
		return exitCode > SIGNALED && exitCode <= SIGNALED + Signals.MAX
				? new ExitOutcome(Cause.SIGNAL, exitCode, "died of " + Signals.name(exitCode - SIGNALED))
				: new ExitOutcome(Cause.NON_ZERO_EXIT, exitCode, "exited with code " + exitCode);
	}

	/** {@return for users, why Slurm has ended the step; empty if the line is about something else} */
	public Optional<String> canceled() {
		Matcher lost = NODE.matcher(text);
		if (lost.lookingAt()) {
			return Optional.of("the node " + lost.group(1) + " has failed");
		}
		Matcher given = CANCELED.matcher(text);
		if (!given.find()) {
			return Optional.empty();
		}
		String what = given.group(1).equals("STEP") ? "the step " : "the job ";
		Matcher reason = REASON.matcher(given.group(5));
		String why = reason.matches() && reason.group(1) != null ? reason.group(1) : "";
		return Optional.of(what + given.group(2) + " of Slurm " + switch (why) {
			case "" -> "was cancelled, by scancel, an administrator or a rank that has aborted";
			case "TIME LIMIT" -> "has reached its time limit";
			case "PREEMPTION" -> "was ended for a job of a higher priority";
			case "NODE FAILURE", "NODE FAILURE, SEE SLURMCTLD LOG FOR DETAILS" -> "was ended because one of its nodes has failed";
			case "JOB REQUEUE" -> "was put into the queue again";
			default -> "was ended by Slurm: " + why.toLowerCase(Locale.ROOT);
		});
	}

	/** {@return whether the reason of {@link #canceled} is Slurm's own, so that no signal can be the cause} */
	public boolean isOfSlurm() {
		return text.contains(" DUE TO ") || namesNode();
	}

	/** {@return whether it says which node has failed} */
	public boolean namesNode() {
		return NODE.matcher(text).lookingAt();
	}

	/** Returns whether it says that srun has no plug-in for the kind of MPI. */
	boolean lacksPlugin() {
		return text.contains("mpi/") && (text.contains("plugin") || text.contains("context"));
	}

	boolean isError() {
		return text.startsWith("srun: error:") || text.startsWith("srun: fatal:");
	}

	/** {@return whether it repeats what is reported otherwise} */
	public boolean isNoise() {
		return NOISE.matcher(text).matches();
	}
}
