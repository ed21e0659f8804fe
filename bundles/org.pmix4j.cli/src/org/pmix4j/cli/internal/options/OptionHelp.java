// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.options;

/**
 * A word of an option, as shells complete it. Immutable.
 *
 * @param word       with its hyphens
 * @param needsValue whether the next word is its value
 * @param text       what the option does
 */
public record OptionHelp(String word, boolean needsValue, String text) {
}
