// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.slurm;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Long options of salloc for an allocation. salloc itself checks names and values. Immutable.
 *
 * @param words the options, such as {@code --nodes=3}
 * @see "Slurm, salloc, OPTIONS"
 */
public record SlurmOptions(List<String> words) {
	/** Slurm's defaults. */
	public static final SlurmOptions NONE = new SlurmOptions(List.of());
	private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]*");

	/** Copies the list. */
	public SlurmOptions {
		words = List.copyOf(words);
	}

	/**
	 * Reads options from a text such as {@code partition=all,time=10,nodelist=a,b}. A part without {@code =} belongs to the value before
	 * it; as the first part it is an option without a value, such as {@code exclusive}.
	 *
	 * @param text the options, without the dashes
	 * @return these options and the new ones behind them
	 * @throws IllegalArgumentException if a name is not that of a long option
	 */
	public SlurmOptions and(String text) {
		List<String> all = new ArrayList<>(words);
		int before = all.size();
		for (String part : text.split(",", -1)) {
			int equal = part.indexOf('=');
			if (equal < 0 && all.size() > before && all.getLast().contains("=")) {
				all.add(all.removeLast() + "," + part);
				continue;
			}
			String name = equal < 0 ? part : part.substring(0, equal);
			if (!NAME.matcher(name).matches()) {
				throw new IllegalArgumentException("option --slurm takes NAME=VALUE with the long name of an option of salloc, such as"
						+ " partition=all,time=10,nodes=3, not '" + part + "'");
			}
			all.add("--" + part);
		}
		return new SlurmOptions(all);
	}

	/**
	 * {@return the words for salloc, with the number of tasks}
	 *
	 * @param ranks the number, unless the options state it; 0 to leave it to Slurm
	 */
	List<String> counted(int ranks) {
		List<String> all = new ArrayList<>(words);
		if (ranks > 0 && !has("ntasks") && !has("ntasks-per-node")) {
			all.add("--ntasks=" + ranks);
		}
		return all;
	}

	/** Returns whether an option is among them. */
	private boolean has(String name) {
		return words.stream().anyMatch(word -> word.equals("--" + name) || word.startsWith("--" + name + "="));
	}
}
