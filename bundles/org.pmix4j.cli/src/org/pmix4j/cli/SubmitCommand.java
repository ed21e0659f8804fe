// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.io.IOException;
import java.util.List;

import org.pmix4j.cli.internal.options.CommandWords;
import org.pmix4j.cli.internal.options.HelpPages;
import org.pmix4j.cli.internal.options.LaunchWord;
import org.pmix4j.cli.internal.options.OptionLine;
import org.pmix4j.cli.internal.options.OptionReader;
import org.pmix4j.cli.internal.options.RunOptions;
import org.pmix4j.cli.internal.options.RunOrder;
import org.pmix4j.cli.internal.options.UnknownOptionException;
import org.pmix4j.host.JobSpec;
import org.pmix4j.host.launcher.LauncherProcess;
import org.pmix4j.model.PmixException;
import org.pmix4j.tool.PmixTool;

/** The command {@code pmix4j submit}: runs a job in a server that stays, as {@code run} does in its own. Stateless. */
final class SubmitCommand implements Command {
	private static final String HELP = "pmix4j submit --help";

	@Override
	public String name() {
		return "submit";
	}

	@Override
	public String purpose() {
		return "Run the ranks of one job in a server that stays.";
	}

	@Override
	public int execute(List<String> words, Console console) {
		try {
			OptionLine line = OptionReader.read(words, CommandWords.SUBMIT);
			if (line.has(LaunchWord.HELP)) {
				console.out().print(HelpPages.page("pmix4j submit [OPTION]... PROGRAM [ARGUMENT]... [: [OPTION]... PROGRAM ...]", List.of(
						"Runs the ranks of one job in a server that stays, which 'pmix4j server' or prte has started. Options of the job, output,"
								+ " input, signals and exit code are those of 'pmix4j run'; directory, environment and file mode mask are those"
								+ " of this shell. The job ends with this command.",
						"Exit code: that of 'pmix4j run'; 69 if there is no server, 70 if the server ends before the job."),
						CommandWords.SUBMIT));
				console.out().flush();
				return 0;
			}
			if (line.has(LaunchWord.VERSION)) {
				Version.print(console.out());
				return 0;
			}
			RunOrder order = RunOptions.job(line);
			CommandStart.prepare(line, order, console);
			return submit(line, order.job(), console);
		} catch (UnknownOptionException e) {
			return console.usageError(CommandWords.SERVER.has(e.word())
					? "option " + e.word() + " belongs to the server; give it to 'pmix4j server'"
					: String.valueOf(e.getMessage()), HELP);
		} catch (IllegalArgumentException e) {
			return console.usageError(String.valueOf(e.getMessage()), HELP);
		} catch (PmixException e) {
			return Servers.failed(e, console);
		} catch (IOException e) {
			console.message(String.valueOf(e.getMessage()));
			return 1;
		}
	}

	private static int submit(OptionLine line, JobSpec job, Console console) throws PmixException {
		LauncherProcess.prepare();
		PmixTool tool = Servers.attach(line);
		SubmittedJob submitted = new SubmittedJob(tool, job, console);
		console.signals().running(submitted);
		try {
			return submitted.run();
		} finally {
			console.signals().closed();
			submitted.close();
		}
	}
}
