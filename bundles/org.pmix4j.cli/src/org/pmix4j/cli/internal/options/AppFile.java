// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.options;

import java.util.ArrayList;
import java.util.List;

import org.pmix4j.job.AppSpec;

/**
 * Reads the programs of a job from a file. Each line has the words of one program; blank lines and what follows a word that begins with
 * {@code #} are left out. Quotes and backslashes mean the same as in a shell. Stateless.
 *
 * @see "Open MPI 4.1, mpirun(1), --app"
 */
final class AppFile {
	private AppFile() {
	}

	/** Returns the programs of the file that a command line names, and adds notes for the user. */
	static List<AppSpec> read(OptionLine line, List<String> notes) {
		String name = line.get(LaunchWord.APP_FILE).get(0);
		String option = "option " + LaunchWord.APP_FILE.word() + " " + name;
		if (!line.rest().isEmpty()) {
			throw new IllegalArgumentException(option + " and the program " + line.rest().get(0) + " exclude each other");
		}
		RunOptions.ofPrograms(line).options().stream().findFirst().ifPresent(each -> {
			throw new IllegalArgumentException(option + " excludes options of single programs, such as the " + each.name()
					+ "; write them into the file");
		});
		List<AppSpec> apps = new ArrayList<>();
		int number = 0;
		for (String text : OptionFile.lines(name, option)) {
			number++;
			List<String> words = ShellWords.split(text, option + " line " + number);
			if (!words.isEmpty()) {
				apps.add(RunOptions.app(words, "in line " + number + " of " + name, notes));
			}
		}
		if (apps.isEmpty()) {
			throw new IllegalArgumentException(option + " names no program");
		}
		return apps;
	}
}
