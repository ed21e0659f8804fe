// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

import org.pmix4j.cli.internal.options.LaunchWord;
import org.pmix4j.cli.internal.options.OptionLine;
import org.pmix4j.cli.internal.options.RunOrder;
import org.pmix4j.model.bytes.BytePaths;
import org.pmix4j.model.bytes.OwnProcess;

/** What commands do before their work, as far as the user has asked for it. Stateless. */
final class CommandStart {
	private CommandStart() {
	}

	/**
	 * Prepares the launch of a job: shows notes, selects the forwarded signals and writes the process id.
	 *
	 * @throws IllegalArgumentException if a signal cannot be forwarded
	 * @throws IOException              if the file of the process id cannot be written
	 */
	static void prepare(OptionLine line, RunOrder order, Console console) throws IOException {
		order.notes().forEach(console::message);
		for (String list : line.get(LaunchWord.FORWARD_SIGNALS)) {
			console.signals().select(list);
		}
		reportPid(line, console);
	}

	/** Writes the process id to where the option says, and returns the file if it is one. */
	static Optional<Path> reportPid(OptionLine line, Console console) throws IOException {
		if (!line.has(LaunchWord.REPORT_PID)) {
			return Optional.empty();
		}
		String where = line.get(LaunchWord.REPORT_PID).get(0);
		String pid = Long.toString(ProcessHandle.current().pid());
		switch (where) {
			case "-" -> console.out().println(pid);
			case "+" -> console.err().println(pid);
			default -> {
				Path file = OwnProcess.directory().resolve(BytePaths.of(where));
				Files.writeString(file, pid + "\n");
				return Optional.of(file);
			}
		}
		return Optional.empty();
	}
}
