// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.output;

/**
 * A styled part of a line. Immutable.
 *
 * @param start      the index of its first character
 * @param length     the number of its characters
 * @param foreground the color as {@code 0xRRGGBB}; -1 for the usual one
 * @param background the color as {@code 0xRRGGBB}; -1 for the usual one
 * @param bold       whether it is bold
 * @param underline  whether it is underlined
 */
public record AnsiStyle(int start, int length, int foreground, int background, boolean bold, boolean underline) {
}
