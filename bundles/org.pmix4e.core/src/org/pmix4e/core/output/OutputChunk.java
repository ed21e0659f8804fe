// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.output;

import org.pmix4j.model.Nspace;

/**
 * A piece of output of one rank, without tags: as a rule whole lines with their ends. All readers share the bytes and must not change
 * them.
 *
 * @param namespace the job that wrote it; empty for the launcher
 * @param rank      the rank that wrote it; -1 for the launcher
 * @param error     whether it came from standard error
 * @param bytes     in the encoding of the launch, at least one
 */
public record OutputChunk(String namespace, int rank, boolean error, byte[] bytes) {
	private static final int LAUNCHER = -1;

	/**
	 * Wraps the bytes without a copy; the caller must not change them later.
	 *
	 * @throws IllegalArgumentException if there are no bytes
	 */
	public OutputChunk {
		if (bytes.length == 0) {
			throw new IllegalArgumentException("a piece of output has at least one byte");
		}
	}

	/**
	 * {@return a message of the launcher itself}
	 *
	 * @param error whether it goes to standard error
	 * @param bytes in the encoding of the launch, at least one
	 */
	public static OutputChunk ofLauncher(boolean error, byte[] bytes) {
		return new OutputChunk("", LAUNCHER, error, bytes);
	}

	/** {@return whether the launcher itself wrote it, and not a rank} */
	public boolean isFromLauncher() {
		return rank == LAUNCHER;
	}

	/**
	 * {@return the number of the job on its server, with which the namespace ends}
	 *
	 * @param namespace of a job
	 */
	public static String jobNumber(String namespace) {
		return Nspace.jobNumber(namespace);
	}

	/**
	 * {@return whether that rank wrote it}
	 *
	 * @param otherNamespace a job
	 * @param otherRank      one of its ranks
	 */
	public boolean isFrom(String otherNamespace, int otherRank) {
		return rank == otherRank && namespace.equals(otherNamespace);
	}
}
