// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.cli.internal.jobs.JobEnds;
import org.pmix4j.cli.internal.watch.EndWatch;
import org.pmix4j.client.EventOutcome;
import org.pmix4j.client.HandlerOptions;
import org.pmix4j.client.IofOptions;
import org.pmix4j.client.IofOutput;
import org.pmix4j.client.PmixEvent;
import org.pmix4j.client.SpawnFailedException;
import org.pmix4j.host.launcher.XmlDocument;
import org.pmix4j.job.JobResult;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.ReaderGoneException;
import org.pmix4j.job.StreamSink;
import org.pmix4j.job.options.JobOptions;
import org.pmix4j.job.options.OutputOptions;
import org.pmix4j.job.options.TerminalSize;
import org.pmix4j.job.submission.Submission;
import org.pmix4j.job.submission.SubmissionKeys;
import org.pmix4j.model.Info;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.JobControlAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.internal.text.FileFailure;
import org.pmix4j.tool.PmixTool;

/**
 * A job in a server that stays, as its submitter sees it: shows its output and messages, feeds its input, passes signals on, and waits for
 * its result. Owned by the command; handlers of the tool call it one at a time, signals from threads of their own.
 */
final class SubmittedJob implements SignalTarget, AutoCloseable {
	/** As shells report a program that wrote to a pipe without a reader. */
	private static final int READER_GONE = 141;

	private static final Path STATUS = Path.of("/proc/self/status");
	private static final String MASK = "Umask:";

	private final PmixTool tool;
	private final JobSpec job;
	private final Console console;
	private final boolean ours;
	private final StreamSink sink = StreamSink.standard();
	private final CompletableFuture<String> nspace = new CompletableFuture<>();
	private final CompletableFuture<Integer> result = new CompletableFuture<>();
	private final XmlDocument document;
	private boolean told;
	private volatile boolean over;

	SubmittedJob(PmixTool tool, JobSpec job, Console console) {
		this.tool = tool;
		this.job = job;
		this.console = console;
		ours = Submission.isOurs(tool.server());
		document = XmlDocument.begin(ours ? job : job.withOption(OutputOptions.XML, false), sink);
	}

	/** Submits the job, and returns its exit code when it has ended. */
	int run() throws PmixException {
		Submission request = ours ? Submission.toOurs(withMask(job)) : Submission.toOthers(job);
		tool.takeOutput(this::show);
		tool.lost().thenAccept(reason -> lost());
		if (!ours) {
			tool.events().registerAsync(HandlerOptions.of(Status.EVENT_JOB_END), this::jobEnded);
		}
		tool.spawnAsync(request.infos(), request.apps()).whenComplete((name, failure) -> {
			try {
				if (failure == null) {
					started(name);
					InputFeed.start(tool, job.get(JobOptions.STDIN), name, job.input());
				} else {
					notStarted(failure);
				}
			} catch (RuntimeException | Error mistake) {
				// nothing else would end the wait
				fail(JobResult.HOST_FAILED, "the reply of the server cannot be used: " + mistake);
			}
		});
		int code = result.join();
		over = true;
		if (code != READER_GONE) {
			document.end();
		}
		return code;
	}

	/** Adds the umask of this process, as far as the kernel tells it. */
	private static JobSpec withMask(JobSpec job) {
		if (job.options().isSet(JobOptions.FILE_MODE_MASK)) {
			return job;
		}
		try {
			for (String line : Files.readAllLines(STATUS)) {
				if (line.startsWith(MASK)) {
					return job.withOption(JobOptions.FILE_MODE_MASK, Integer.parseInt(line.substring(MASK.length()).strip(), 8));
				}
			}
		} catch (IOException unavailable) {
			// the job gets that of the server
		}
		return job;
	}

	private void started(String name) {
		nspace.complete(name);
		if (!ours) {
			EndWatch.start(tool, name, result, reason -> fail(JobResult.HOST_FAILED, reason));
		}
	}

	private void notStarted(Throwable failure) {
		if (failure instanceof PmixException known && known.status().equals(Status.ERR_UNREACH)) {
			lost();
		} else if (!ours && failure instanceof SpawnFailedException known && known.status().equals(Status.ERROR) && !known.nspace().isEmpty()) {
			// PRRTE replies so when a rank of the job has failed already; its end event follows, but its output must be asked for
			tool.io().pullAsync(IofOptions.of(Proc.wildcard(known.nspace())), this::show)
					.whenComplete((pulled, refusal) -> started(known.nspace()));
		} else if (told) {
			result.complete(1);
		} else {
			fail(1, "the server refused the job: " + failure.getMessage());
		}
	}

	private void lost() {
		fail(JobResult.HOST_FAILED, "the server has ended before the job; "
				+ (ours ? "it takes the processes of the job along" : "its processes may still run"));
	}

	/** Ends the wait with a message, unless it has ended. */
	private synchronized void fail(int code, String message) {
		if (!result.isDone()) {
			console.message(message);
			result.complete(code);
		}
	}

	/** Shows output. The last piece of a job in a server of ours has its exit code. */
	private void show(IofOutput output) {
		if (output.source().equals(tool.server())) {
			return;
		}
		if (output.channel().equals(IofChannel.STDDIAG)) {
			tell(output);
			return;
		}
		if (!output.isEnd()) {
			try {
				sink.write(output.source(), output.channel(), ByteBuffer.wrap(output.data().toByteArray()));
				sink.flush();
			} catch (ReaderGoneException e) {
				result.complete(READER_GONE);
			} catch (IOException e) {
				fail(1, "the output cannot be written: " + FileFailure.line(e));
			}
		}
	}

	private void tell(IofOutput output) {
		if (ours && Submission.isReport(output.infos())) {
			console.out().print(document.report(output.source().nspace(), new String(output.data().toByteArray(), StandardCharsets.UTF_8)));
			console.out().flush();
			return;
		}
		told = true;
		new String(output.data().toByteArray(), StandardCharsets.UTF_8).lines().forEach(console::message);
		if (ours) {
			Submission.exitCode(output.infos()).ifPresent(result::complete);
		}
	}

	/** Ends the wait for a job in a server of others, which may report ends of earlier jobs, too, and this end before the namespace. */
	private CompletableFuture<EventOutcome> jobEnded(PmixEvent event) {
		String ended = JobEnds.nspace(event).orElse("");
		nspace.thenAccept(name -> {
			if (name.equals(ended) && !result.isDone()) {
				message(event).ifPresent(text -> text.lines().forEach(console::message));
				result.complete(exitCode(event));
			}
		});
		return CompletableFuture.completedFuture(EventOutcome.CONTINUE);
	}

	private static Optional<String> message(PmixEvent event) {
		try {
			return event.infos().get(EventAttributes.EVENT_TEXT_MESSAGE);
		} catch (PmixException otherType) {
			return Optional.empty();
		}
	}

	private static int exitCode(PmixEvent event) {
		try {
			Optional<Integer> code = event.infos().get(ProcAttributes.EXIT_CODE);
			Status status = event.infos().get(JobAttributes.JOB_TERM_STATUS).orElse(Status.SUCCESS);
			return code.map(each -> each & 0xff).orElse(status.isSuccess() ? 0 : Math.floorMod(status.code(), 256));
		} catch (PmixException otherType) {
			return 1;
		}
	}

	@Override
	public void interrupt() {
		if (ours) {
			tool.controlAsync(List.of(), Info.of(SubmissionKeys.INTERRUPT, true));
		} else {
			nspace.thenAccept(name -> tool.controlAsync(List.of(Proc.wildcard(name)), Info.of(JobControlAttributes.JOB_CTRL_KILL, true)));
		}
	}

	@Override
	public Duration killTimeout() {
		return job.killTimeout();
	}

	@Override
	public CompletableFuture<Void> signal(int signal) {
		return nspace.thenCompose(
				name -> tool.controlAsync(List.of(Proc.wildcard(name)), Info.of(JobControlAttributes.JOB_CTRL_SIGNAL, signal)))
				.thenAccept(infos -> {
					// nothing to show
				});
	}

	@Override
	public void resizeTerminals(TerminalSize size) {
		if (ours) {
			nspace.thenAccept(
					name -> tool.controlAsync(List.of(Proc.wildcard(name)), Info.of(SubmissionKeys.TERMINAL_SIZE, size.toString())));
		}
	}

	@Override
	public String dump() {
		if (ours) {
			tool.controlAsync(List.of(), Info.of(SubmissionKeys.DESCRIBE, true));
			return "";
		}
		return tool.dump();
	}

	/** Detaches. A job that still runs is left to the server, which ends it as its submitter is gone. */
	@Override
	public void close() {
		if (over && result.join() != READER_GONE) {
			tool.close();
		}
	}
}
