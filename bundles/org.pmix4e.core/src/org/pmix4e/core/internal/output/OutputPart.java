// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.output;

import java.util.List;

import org.pmix4e.core.output.OutputChunk;

/**
 * A part of the output of a job that was read. Immutable.
 *
 * @param dropped how many bytes are missing before it
 * @param start   where it begins
 * @param chunks  what was read
 * @param next    where to go on
 */
public record OutputPart(long dropped, OutputPosition start, List<OutputChunk> chunks, OutputPosition next) {
}
