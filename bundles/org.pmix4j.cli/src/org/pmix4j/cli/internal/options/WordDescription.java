// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.options;

import java.util.List;
import java.util.Set;

import org.pmix4j.job.options.OptionGroup;

/**
 * The description of an option in help and messages.
 *
 * @param words  all of its words, the usual one first
 * @param labels of the values that follow; empty for a switch
 * @param group  its group of the help
 * @param text   its help
 * @param uses   the commands that have it
 */
public record WordDescription(List<String> words, List<String> labels, OptionGroup group, String text, Set<CommandUse> uses) {
}
