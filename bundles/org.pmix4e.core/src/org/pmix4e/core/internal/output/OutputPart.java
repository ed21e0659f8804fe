// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.output;

import java.util.List;

import org.pmix4e.core.output.OutputChunk;

/**
 * The result of reading output of a job. Immutable.
 *
 * @param dropped the number of bytes that were dropped before it
 * @param start   the position where it begins
 * @param chunks  the pieces that were read
 * @param next    the position after it
 */
public record OutputPart(long dropped, OutputPosition start, List<OutputChunk> chunks, OutputPosition next) {
}
