// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.options;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The place of options: a command, or one program of a job. */
public enum CommandUse {
	/** The command {@code run}. */
	RUN,
	/** One program of a job. */
	PROGRAM,
	/** The command {@code server}. */
	SERVER,
	/** The command {@code engines}. */
	ENGINES,
	/** The command {@code submit}. */
	SUBMIT,
	/** The command {@code stop}. */
	STOP,
	/** The command {@code ps}. */
	PS,
	/** The command {@code query}. */
	QUERY,
	/** The command {@code attrs}. */
	ATTRS,
	/** The command {@code lookup}. */
	LOOKUP,
	/** The command {@code event}. */
	EVENT,
	/** The command {@code ctrl}. */
	CTRL,
	/** The command {@code alloc}. */
	ALLOC,
	/** The command {@code output}. */
	OUTPUT,
	/** The command {@code dump}. */
	DUMP,
	/** The command {@code stacks}, which needs no server. */
	STACKS;

	/** The commands that look at jobs of a running server, or change them. */
	static final Set<CommandUse> TOOLS = EnumSet.range(PS, DUMP);
	/** The commands that attach to a running server. */
	static final Set<CommandUse> ATTACHING = EnumSet.range(SUBMIT, DUMP);

	/** Returns whether a job follows the options. */
	boolean isOfJob() {
		return this == RUN || this == SUBMIT;
	}

	/** Returns whether the command looks at running jobs, or changes them; its options may follow its operands. */
	boolean isOfTool() {
		return compareTo(PS) >= 0;
	}

	/** Returns the options that it has on the command line alone. */
	List<LineWord> lineWords() {
		List<LineWord> words = new ArrayList<>();
		if (isOfTool()) {
			collect(ToolWord.values(), words);
		}
		collect(LaunchWord.values(), words);
		return words;
	}

	private void collect(LineWord[] all, List<LineWord> words) {
		for (LineWord word : all) {
			if (word.isOf(this)) {
				words.add(word);
			}
		}
	}
}
