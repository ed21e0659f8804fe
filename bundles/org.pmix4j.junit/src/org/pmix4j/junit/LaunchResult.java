// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.junit;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

import org.pmix4j.junit.internal.job.JobOutcome;
import org.pmix4j.junit.internal.job.OutputLine;

/** The end of the program of a {@link Launch}, and its output. Immutable. */
public final class LaunchResult {
	private final JobOutcome outcome;
	private final List<OutputLine> lines;

	LaunchResult(JobOutcome outcome) {
		this.outcome = outcome;
		lines = outcome.output().lines();
	}

	/** {@return how many ranks have run the program} */
	public int ranks() {
		return outcome.ranks().size();
	}

	/** {@return the exit code of the job, 0 to 255: that of the rank that failed first; 128 + n if signal n ended it} */
	public int exitCode() {
		return outcome.result().exitCode();
	}

	/** {@return one line that names the rank that failed first and the cause; empty after success} */
	public Optional<String> message() {
		return outcome.result().message();
	}

	/** {@return the latest hundred thousand lines of standard output of all ranks, without their ends, in the order of their arrival} */
	public List<String> output() {
		return texts(line -> !line.isError());
	}

	/**
	 * {@return the lines of its standard output, as {@link #output()}}
	 *
	 * @param rank number of a rank
	 */
	public List<String> output(int rank) {
		return texts(line -> !line.isError() && line.rank() == rank);
	}

	/** {@return the lines of standard error of all ranks, as {@link #output()}} */
	public List<String> errors() {
		return texts(OutputLine::isError);
	}

	/**
	 * {@return the lines of its standard error, as {@link #output()}}
	 *
	 * @param rank number of a rank
	 */
	public List<String> errors(int rank) {
		return texts(line -> line.isError() && line.rank() == rank);
	}

	private List<String> texts(Predicate<OutputLine> condition) {
		return lines.stream().filter(condition).map(OutputLine::text).toList();
	}

	/** Returns the text that a failed assertion adds to its own message. */
	String describe() {
		return message().map(text -> text + "\n").orElse("") + outcome.output().report();
	}

	/** @return exit code, reason of the end, and the last lines of output with the numbers of their ranks */
	@Override
	public String toString() {
		return "exit code " + exitCode() + "\n" + describe();
	}
}
