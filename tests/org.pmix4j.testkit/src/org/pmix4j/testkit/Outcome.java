// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.testkit;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Result of a finished launcher. Immutable, except for the bytes.
 *
 * @param command  the command line
 * @param exitCode its exit code; 128 + n if it was killed by signal n
 * @param output   its standard output
 * @param errors   its standard error
 * @param duration time from start to exit
 */
public record Outcome(List<String> command, int exitCode, byte[] output, String errors, Duration duration) {
	private static final int SHOWN = 4000;

	/** Copies the command line. */
	public Outcome {
		command = List.copyOf(command);
	}

	/** @return standard output as text */
	public String text() {
		return new String(output, StandardCharsets.UTF_8);
	}

	/** @return the lines of standard output */
	public List<String> lines() {
		return text().lines().toList();
	}

	/** @return the lines of standard error */
	public List<String> errorLines() {
		return errors.lines().toList();
	}

	/**
	 * Checks the exit code.
	 *
	 * @param code expected exit code
	 * @return this
	 * @throws AssertionError if the exit code differs; the message shows the whole result
	 */
	public Outcome requireExit(int code) {
		if (exitCode != code) {
			throw new AssertionError("exit code " + exitCode + " instead of " + code + " of " + this);
		}
		return this;
	}

	/**
	 * Checks a run of peers: exit code 0 and one line {@code <program> <rank>/<size> ok ...} per rank.
	 *
	 * @param program name of the program in these lines
	 * @param size    number of ranks
	 * @return this
	 * @throws AssertionError if something is missing; the message shows the whole result
	 */
	public Outcome requirePeers(String program, int size) {
		requireExit(0);
		Set<String> expected = IntStream.range(0, size).mapToObj(rank -> program + " " + rank + "/" + size + " ok")
				.collect(Collectors.toSet());
		List<String> summaries = lines().stream().map(line -> line.split(" ", 4)).filter(words -> words.length >= 3)
				.map(words -> words[0] + " " + words[1] + " " + words[2]).filter(line -> line.startsWith(program + " ")).toList();
		if (summaries.size() != size || !expected.equals(Set.copyOf(summaries))) {
			throw new AssertionError("not one line \"" + program + " <rank>/" + size + " ok\" of each rank in " + this);
		}
		return this;
	}

	@Override
	public String toString() {
		return String.join(" ", command) + " (exit code " + exitCode + " after " + duration.toMillis() + " ms)\n"
				+ "--- output (" + output.length + " bytes)\n" + shortened(text()) + "\n--- errors\n" + shortened(errors);
	}

	static String shortened(String text) {
		if (text.length() <= SHOWN) {
			return text;
		}
		return text.substring(0, SHOWN / 2) + "\n... " + (text.length() - SHOWN) + " more ...\n"
				+ text.substring(text.length() - SHOWN / 2);
	}
}
