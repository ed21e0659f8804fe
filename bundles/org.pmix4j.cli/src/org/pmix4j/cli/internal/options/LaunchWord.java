// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.options;

import java.util.List;

import org.pmix4j.host.options.OptionGroup;

/** Options that exist on the command line alone: they say how to read the rest of it, or stand for several options of a job. */
public enum LaunchWord implements CommandWord {
	/** Shows help. */
	HELP(List.of("--help", "-h"), List.of("TOPIC"), OptionGroup.LAUNCH, false, "Show help about a group, an option, or all; then exit."),
	/** Shows the version. */
	VERSION(List.of("--version", "-V"), List.of(), OptionGroup.LAUNCH, false, "Show the version, and exit."),
	/** Reads the programs from a file. */
	APP_FILE(List.of("--app"), List.of("FILE"), OptionGroup.LAUNCH, false,
			"Read the programs from that file. Each line has the words of one program, as between two ':'."),
	/** The directory of the program. */
	PATH(List.of("--path"), List.of("DIR"), OptionGroup.LAUNCH, true, "Run the program of that directory."),
	/** Sets parameters of the Modular Component Architecture for all programs. */
	GLOBAL_MCA(List.of("--gmca", "--gomca"), List.of("KEY", "VALUE"), OptionGroup.ENVIRONMENT, false, "As --mca, for all programs."),
	/** Sets parameters of the C library for all programs. */
	GLOBAL_PMIX_MCA(List.of("--gpmixmca"), List.of("KEY", "VALUE"), OptionGroup.ENVIRONMENT, false, "As --pmixmca, for all programs."),
	/** Reads parameters of the Modular Component Architecture from files. */
	TUNE(List.of("--tune", "--am", "--amca"), List.of("FILES"), OptionGroup.ENVIRONMENT, false,
			"Read parameters from these files: a line KEY = VALUE is as --gmca KEY VALUE.");

	private final List<String> words;
	private final List<String> labels;
	private final OptionGroup group;
	private final boolean ofProgram;
	private final String text;

	LaunchWord(List<String> words, List<String> labels, OptionGroup group, boolean ofProgram, String text) {
		this.words = words;
		this.labels = labels;
		this.group = group;
		this.ofProgram = ofProgram;
		this.text = text;
	}

	/** Returns what messages call it. */
	String word() {
		return words.get(0);
	}

	/** Returns all of its words. */
	List<String> words() {
		return words;
	}

	/** Returns its group of the help. */
	OptionGroup group() {
		return group;
	}

	/** Returns its help. */
	String text() {
		return text;
	}

	/** Returns whether each program of a job may have its own. */
	boolean isOfProgram() {
		return ofProgram;
	}

	/** Returns whether each use adds to its values. */
	boolean isRepeatable() {
		return this == GLOBAL_MCA || this == GLOBAL_PMIX_MCA || this == TUNE;
	}

	@Override
	public List<String> labels() {
		return labels;
	}

	@Override
	public boolean mayLackValue() {
		return this == HELP;
	}

	@Override
	public boolean takes(String next) {
		return true;
	}

	@Override
	public void read(Reading reading, String word, List<String> values) {
		reading.put(this, values, "option " + word + " " + String.join(" ", values));
	}
}
