// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core;

/**
 * A piece of a job's output: whole lines with their ends, as a rule. Without tags. The bytes belong to everybody: they must not be
 * changed.
 *
 * @param rank  who wrote it; {@link #LAUNCHER} for what the launcher itself has to say
 * @param error whether it came from standard error
 * @param bytes in the encoding of the launch, at least one
 */
public record OutputChunk(int rank, boolean error, byte[] bytes) {
	/** No rank, but the launcher. */
	public static final int LAUNCHER = -1;
}
