// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.pmix4j.cli.internal.options.CommandWords;
import org.pmix4j.cli.internal.options.HelpPages;
import org.pmix4j.cli.internal.options.LaunchWord;
import org.pmix4j.cli.internal.options.OptionLine;
import org.pmix4j.job.submission.SubmissionKeys;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.attributes.JobControlAttributes;
import org.pmix4j.tool.PmixTool;

/** The command {@code pmix4j stop}: ends a server and its jobs, and returns when it has ended. Stateless. */
final class StopCommand extends OptionCommand {
	/** The time for a server to answer, and to end in addition to the time that its answer states. */
	private static final Duration LIMIT = Duration.ofSeconds(20);
	private static final long MILLIS = 1000;

	StopCommand() {
		super("stop", "End a server that stays.", CommandWords.STOP);
	}

	@Override
	String page() {
		return HelpPages.page("pmix4j stop [OPTION]...", List.of("Ends a server and its jobs, and returns when it has ended.",
				"Exit code: 0 when the server has ended, 69 if there is none, 1 if it refuses or does not end, 2 if the command line is wrong."),
				CommandWords.STOP);
	}

	@Override
	int run(OptionLine line, List<String> all, Console console) throws PmixException {
		requireNoOperands(line);
		return stop(line, console);
	}

	@Override
	int failed(PmixException failure, Console console) {
		return Servers.failed(failure, console);
	}

	private static int stop(OptionLine line, Console console) throws PmixException {
		Optional<Duration> given = line.has(LaunchWord.END_TIMEOUT) ? Optional.of(Servers.seconds(line, LaunchWord.END_TIMEOUT))
				: Optional.empty();
		Duration limit = given.orElse(LIMIT);
		try (PmixTool tool = Servers.attach(line)) {
			boolean force = line.has(LaunchWord.FORCE);
			CompletableFuture<Infos> answer = tool.controlAsync(List.of(),
					Info.of(force ? JobControlAttributes.JOB_CTRL_KILL : JobControlAttributes.JOB_CTRL_TERMINATE, true).required())
					.exceptionally(failure -> {
						// a server that ends immediately does not answer
						if (!tool.lost().isDone()) {
							tool.lost().completeExceptionally(failure);
						}
						return Infos.EMPTY;
					});
			CompletableFuture.anyOf(answer, tool.lost()).get(limit.toMillis(), TimeUnit.MILLISECONDS);
			// with other servers than ours, as long again
			limit = given.orElse(LIMIT.plusSeconds(answer.getNow(Infos.EMPTY).get(SubmissionKeys.END_LIMIT).orElse(LIMIT.toSeconds())));
			tool.lost().get(limit.toMillis(), TimeUnit.MILLISECONDS);
			return 0;
		} catch (ExecutionException e) {
			console.message("the server was not stopped: " + e.getCause().getMessage());
			return 1;
		} catch (TimeoutException e) {
			console.message("the server has not ended after " + limit.toMillis() / MILLIS + " s; kill -9 ends it with all its processes");
			return 1;
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
			return 1;
		}
	}
}
