// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.io.IOException;
import java.util.Optional;

import org.pmix4j.cli.internal.options.LaunchWord;
import org.pmix4j.cli.internal.options.OptionLine;
import org.pmix4j.cli.internal.options.OptionPlaces;
import org.pmix4j.cli.internal.options.RunOrder;

/** Prepares the work of commands as their options say. Stateless. */
final class CommandStart {
	private CommandStart() {
	}

	/**
	 * Prepares the launch of a job: shows notes and selects the forwarded signals.
	 *
	 * @throws IllegalArgumentException if a signal cannot be forwarded, or an option names a place that does not exist
	 */
	static void prepare(OptionLine line, RunOrder order, Console console) {
		OptionPlaces.check(order.launcher(), line.get(LaunchWord.REPORT_PID));
		OptionPlaces.check(order.job(), line);
		order.notes().forEach(console::message);
		for (String list : line.get(LaunchWord.FORWARD_SIGNALS)) {
			console.signals().select(list);
		}
	}

	/** Writes the process id to where the option says; a file must be guarded before. */
	static void reportPid(OptionLine line, Console console) throws IOException {
		Optional<PidFile> file = PidFile.of(line);
		if (file.isPresent()) {
			file.get().write();
		} else if (line.has(LaunchWord.REPORT_PID)) {
			(line.get(LaunchWord.REPORT_PID).get(0).equals("-") ? console.out() : console.err()).println(PidFile.text());
		}
	}
}
