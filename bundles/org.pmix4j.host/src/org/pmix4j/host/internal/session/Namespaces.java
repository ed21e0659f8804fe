// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.session;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicInteger;

import org.pmix4j.job.submission.SubmissionKeys;
import org.pmix4j.process.internal.cleanup.Marker;

/**
 * Creates the names of namespaces: a base that no other host shares, '@' and the number of the job, as in PRRTE. Names contain no dot,
 * because some readers of URIs split there, and do not begin with "pmix", because programs begin keys with their namespace and the C
 * library neither stores nor requests keys with that reserved prefix. Owned by the host; thread-safe.
 */
public final class Namespaces {
	/** The variable that holds namespace, dot and rank, as mpirun sets it. */
	public static final String IDENTITY = "PMIX_ID";

	private static final Path RANDOM = Path.of("/dev/urandom");
	private static final int RANDOM_BYTES = 8;

	private final String base;
	private final String server;
	private final AtomicInteger last = new AtomicInteger();
	private final AtomicInteger lastTool = new AtomicInteger();

	/**
	 * Draws a base.
	 *
	 * @throws IOException if the machine has no random numbers
	 */
	public Namespaces() throws IOException {
		base = draw();
		server = base + SubmissionKeys.SERVER_SUFFIX;
	}

	/**
	 * Draws a base for the jobs of a process that has its own namespace.
	 *
	 * @param own the namespace that the tool has given to this process, which it has started
	 * @throws IOException if the machine has no random numbers
	 */
	public Namespaces(String own) throws IOException {
		base = draw();
		server = own;
	}

	private static String draw() throws IOException {
		// read by hand: the first use of java.security costs a launcher tens of milliseconds
		try (InputStream in = Files.newInputStream(RANDOM)) {
			return SubmissionKeys.NAMESPACE_PREFIX + HexFormat.of().formatHex(in.readNBytes(RANDOM_BYTES));
		}
	}

	/** @return the namespace of the server itself: that of a job with number 0, or the one that a tool has given */
	public String server() {
		return server;
	}

	/** @return the number of the next job, from 1 */
	public int nextNumber() {
		return last.incrementAndGet();
	}

	/** @return a namespace for one more tool, which no job can have */
	public String nextTool() {
		return base + "@tool" + lastTool.incrementAndGet();
	}

	/**
	 * @param number of a job
	 * @return its namespace
	 */
	public String name(int number) {
		return base + "@" + number;
	}

	/** @return the marker in the environments of all ranks of this host, and of no other process: the beginning of {@value #IDENTITY} */
	public Marker marker() {
		return new Marker(IDENTITY, base + "@");
	}

	/**
	 * @param nspace one job
	 * @return the marker in the environments of its ranks; the dot at its end distinguishes job 1 from job 10
	 */
	public static Marker marker(String nspace) {
		return new Marker(IDENTITY, nspace + ".");
	}
}
