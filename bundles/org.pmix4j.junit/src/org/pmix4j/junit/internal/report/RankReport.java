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
 * The result of a test in one rank; the rank writes it to a file, which the JVM of the build reads. Immutable.
 *
 * @param verdict  the worst of the rank's verdicts
 * @param reason   why the test was aborted; empty otherwise
 * @param failures the exceptions of the test and of the methods around it; empty unless it failed
 */
public record RankReport(RankVerdict verdict, String reason, List<FailureTrace> failures) implements Serializable {
	private static final long serialVersionUID = 1;
	private static final String NAME = "junit-rank-";
	/** Far above what {@link FailureTrace} keeps of some exceptions. */
	private static final long MOST_BYTES = 32L << 20;

	/**
	 * {@return the report of a rank that has failed}
	 *
	 * @param failure why
	 */
	public static RankReport failed(Throwable failure) {
		return new RankReport(RankVerdict.FAILED, "", List.of(FailureTrace.of(failure)));
	}

	/**
	 * {@return the report of a rank whose test was aborted}
	 *
	 * @param failure of an assumption
	 */
	public static RankReport aborted(Throwable failure) {
		return new RankReport(RankVerdict.ABORTED, TraceReader.messageOf(failure).orElse("without a reason"), List.of());
	}

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
	 * @return its report; empty if it has ended before its test. A rank whose report cannot be read has failed
	 */
	public static Optional<RankReport> read(Path directory, int rank) {
		Path file = directory.resolve(NAME + rank);
		if (!Files.exists(file)) {
			return Optional.empty();
		}
		try {
			long size = Files.size(file);
			if (size > MOST_BYTES) {
				throw new IOException("it has " + size + " bytes; at most " + MOST_BYTES + " are read");
			}
			try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(file))) {
				return Optional.of((RankReport) in.readObject());
			}
		} catch (IOException | ClassNotFoundException | RuntimeException e) {
			return Optional.of(failed(new AssertionError("the report of this rank cannot be read: " + e, e)));
		}
	}
}
