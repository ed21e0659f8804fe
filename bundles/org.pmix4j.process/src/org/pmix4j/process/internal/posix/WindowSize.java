// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.posix;

/**
 * The size of a terminal, as the kernel keeps it in a struct winsize. Immutable.
 *
 * @param rows    the number of lines, at most 65535
 * @param columns the number of characters in a line, at most 65535
 * @see "ioctl_tty(2)"
 */
public record WindowSize(int rows, int columns) {
}
