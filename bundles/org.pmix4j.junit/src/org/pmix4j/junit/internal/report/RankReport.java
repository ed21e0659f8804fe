// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.junit.internal.report;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;

/**
 * How a test ended in one rank; the rank writes it to a file, which the JVM of the build reads. Immutable.
 *
 * @param verdict  the worst of the rank's verdicts
 * @param reason   why the test was aborted; empty otherwise
 * @param failures the exceptions of the test and of the methods around it; empty unless it failed
 */
public record RankReport(RankVerdict verdict, String reason, List<FailureTrace> failures) implements Serializable {
	private static final long serialVersionUID = 1;
	private static final String NAME = "junit-rank-";

	/**
	 * Writes it, so that readers see all of it or nothing.
	 *
	 * @param directory of the session
	 * @param rank      number of the rank
	 */
	public void write(Path directory, int rank) {
		Path unfinished = directory.resolve(NAME + rank + ".unfinished");
		try {
			try (ObjectOutputStream out = new ObjectOutputStream(Files.newOutputStream(unfinished))) {
				out.writeObject(this);
			}
			Files.move(unfinished, directory.resolve(NAME + rank), StandardCopyOption.ATOMIC_MOVE);
		} catch (IOException e) {
			throw new UncheckedIOException("cannot write the report of rank " + rank, e);
		}
	}

	/**
	 * @param directory of the session
	 * @param rank      number of the rank
	 * @return its report; empty if it has ended before its test
	 */
	public static Optional<RankReport> read(Path directory, int rank) {
		Path file = directory.resolve(NAME + rank);
		if (!Files.exists(file)) {
			return Optional.empty();
		}
		try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(file))) {
			return Optional.of((RankReport) in.readObject());
		} catch (IOException e) {
			throw new UncheckedIOException("cannot read the report of rank " + rank, e);
		} catch (ClassNotFoundException e) {
			throw new IllegalStateException("the report of rank " + rank + " is of another version", e);
		}
	}
}
