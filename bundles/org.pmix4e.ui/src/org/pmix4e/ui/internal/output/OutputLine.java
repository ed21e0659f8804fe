// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.output;

import java.util.List;

/**
 * A line of output. Immutable.
 *
 * @param namespace the job that wrote it; empty for the launcher
 * @param rank      the rank that wrote it; -1 for the launcher
 * @param error     whether it came from standard error
 * @param text      without line end and escape sequences
 * @param styles    the parts of the text that escape sequences color or emphasize
 */
public record OutputLine(String namespace, int rank, boolean error, String text, List<AnsiStyle> styles) {
}
