// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.pmix4j.cli.internal.options.CommandWords;
import org.pmix4j.cli.internal.options.HelpPages;
import org.pmix4j.cli.internal.options.LaunchWord;
import org.pmix4j.cli.internal.options.OptionLine;
import org.pmix4j.cli.internal.options.OptionReader;
import org.pmix4j.model.Info;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.attributes.JobControlAttributes;
import org.pmix4j.tool.PmixTool;

/** The command {@code pmix4j stop}: ends a server and its jobs, and returns when it has ended. Stateless. */
final class StopCommand implements Command {
	/** A server takes about twenty seconds at most, see {@link org.pmix4j.host.LocalHost#close}. */
	private static final int LIMIT_SECONDS = 40;
	private static final String HELP = "pmix4j stop --help";

	@Override
	public String name() {
		return "stop";
	}

	@Override
	public String purpose() {
		return "End a server that stays.";
	}

	@Override
	public int execute(List<String> words, Console console) {
		try {
			OptionLine line = OptionReader.read(words, CommandWords.STOP);
			if (line.has(LaunchWord.HELP)) {
				console.out().print(HelpPages.page("pmix4j stop [OPTION]...", List.of(
						"Ends a server and its jobs, and returns when it has ended.",
						"Exit code: 0 when the server has ended, 69 if there is none, 1 if it refuses or does not end, 2 if the command line is"
								+ " wrong."), CommandWords.STOP));
				console.out().flush();
				return 0;
			}
			if (line.has(LaunchWord.VERSION)) {
				Version.print(console.out());
				return 0;
			}
			if (!line.rest().isEmpty()) {
				return console.usageError("the command stop has no operands, but is followed by " + line.rest().get(0), HELP);
			}
			return stop(line, console);
		} catch (IllegalArgumentException e) {
			return console.usageError(String.valueOf(e.getMessage()), HELP);
		} catch (PmixException e) {
			return Servers.failed(e, console);
		}
	}

	private static int stop(OptionLine line, Console console) throws PmixException {
		try (PmixTool tool = Servers.attach(line)) {
			boolean force = line.has(LaunchWord.FORCE);
			tool.controlAsync(List.of(),
					Info.of(force ? JobControlAttributes.JOB_CTRL_KILL : JobControlAttributes.JOB_CTRL_TERMINATE, true).required())
					.exceptionally(failure -> {
						// a server that ends at once does not answer
						if (!tool.lost().isDone()) {
							tool.lost().completeExceptionally(failure);
						}
						return null;
					});
			tool.lost().get(LIMIT_SECONDS, TimeUnit.SECONDS);
			return 0;
		} catch (ExecutionException e) {
			console.message("the server was not stopped: " + e.getCause().getMessage());
			return 1;
		} catch (TimeoutException e) {
			console.message("the server has not ended after " + LIMIT_SECONDS + " s; kill -9 ends it with all its processes");
			return 1;
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
			return 1;
		}
	}
}
