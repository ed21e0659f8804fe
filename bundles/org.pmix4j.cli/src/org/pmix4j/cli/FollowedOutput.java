// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

import org.pmix4j.cli.internal.jobs.JobEnds;
import org.pmix4j.cli.internal.report.JsonText;
import org.pmix4j.cli.internal.report.ValueReport;
import org.pmix4j.client.IofOptions;
import org.pmix4j.client.IofOutput;
import org.pmix4j.job.OutputSink;
import org.pmix4j.job.OutputSpec;
import org.pmix4j.job.ReaderGoneException;
import org.pmix4j.job.StreamSink;
import org.pmix4j.job.internal.streams.Bytes;
import org.pmix4j.job.internal.streams.FileCreator;
import org.pmix4j.job.internal.streams.OutputFormatter;
import org.pmix4j.job.internal.streams.StreamLines;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.OutputFormat;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.bytes.ByteStrings;
import org.pmix4j.model.internal.text.FileFailure;
import org.pmix4j.tool.PmixTool;

/**
 * The output of running jobs while the command {@code output} shows it. Owned by the command; handlers of the tool call it one at a time.
 */
final class FollowedOutput {
	/** As shells report a program that wrote to a pipe without a reader. */
	private static final int READER_GONE = 141;

	/** The interval of looking for lines whose ends do not come. */
	private static final long PROMPT_MILLIS = 50;
	/** A job of one rank without tags would be passed on byte by byte, as nothing is mixed with its output; here other ranks may be shown. */
	private static final int RANKS = 2;

	private final PmixTool tool;
	private final Console console;
	private final boolean json;
	private final OutputSink sink;
	private final Following following;

	// guarded by this
	private final OutputFormatter formatter;
	private final Map<Stream, StreamLines> streams = new HashMap<>();

	/** A stream of a process. */
	private record Stream(Proc source, IofChannel channel) {
	}

	/** Writes each line, and each state of a line that carriage returns begin, as an object. */
	private record JsonSink(StreamSink out) implements OutputSink {
		private static final Pattern END = Pattern.compile("(?<=\n)|(?<!\r)(?=\r[^\n])");

		@Override
		public void write(Proc proc, IofChannel channel, ByteBuffer chunk) throws IOException {
			Map<String, Object> object = new LinkedHashMap<>(ValueReport.json(proc));
			object.put("stream", OutputFormat.streamName(channel));
			for (String line : END.split(ByteStrings.decode(Bytes.copy(chunk)))) {
				object.put("text", line.endsWith("\n") ? line.substring(0, line.length() - 1) : line);
				out.println(IofChannel.STDOUT, JsonText.of(object));
			}
		}
	}

	FollowedOutput(PmixTool tool, Console console, OutputFormat.Tag tag, boolean json) {
		this.tool = tool;
		this.console = console;
		this.json = json;
		sink = json ? new JsonSink(StreamSink.standard()) : StreamSink.standard();
		formatter = new OutputFormatter(OutputSpec.tagged(tag), RANKS, sink, Path.of(""), FileCreator.PLAIN, proc -> "");
		following = new Following(tool);
	}

	/** Shows the output until the jobs have ended, and returns the exit code. */
	int run(List<Proc> targets, List<String> namespaces, IofChannel channels) throws PmixException {
		Set<String> running = new HashSet<>(namespaces);
		tool.lost().thenAccept(reason -> finish(ToolCommand.LOST));
		JobEnds.watch(tool, namespaces, nspace -> {
			running.remove(nspace);
			if (running.isEmpty()) {
				finish(0);
			}
		});
		tool.io().pull(new IofOptions(targets, channels, Infos.EMPTY), this::show);
		console.message("following the output of " + String.join(", ", namespaces));
		if (json) {
			return following.await(console); // a line is an object, even if it takes a while
		}
		try (ScheduledExecutorService prompts = Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().factory())) {
			prompts.scheduleWithFixedDelay(this::showBegun, PROMPT_MILLIS, PROMPT_MILLIS, TimeUnit.MILLISECONDS);
			int code = following.await(console);
			prompts.shutdownNow();
			return code;
		}
	}

	private synchronized void showBegun() {
		List<StreamLines> due = formatter.held().takeDue();
		due.forEach(StreamLines::probe);
		try {
			for (StreamLines lines : due) {
				lines.showIdle();
			}
			sink.flush();
		} catch (IOException e) {
			failed(e);
		}
	}

	/** Shows what is left, and ends with an exit code. The end of a launcher follows that of its job, and adds nothing. */
	private synchronized void finish(int code) {
		if (following.hasEnded()) {
			return;
		}
		try {
			for (StreamLines lines : streams.values()) {
				lines.close();
			}
			sink.flush();
			if (code == ToolCommand.LOST) {
				console.message("the server has ended before the job");
			}
			following.end(code);
		} catch (IOException e) {
			failed(e);
		}
	}

	private synchronized void show(IofOutput output) {
		if (output.lost() > 0) {
			console.message(output.lost() + " bytes of output are missing here, because they were not read in time");
		}
		try {
			Stream stream = new Stream(output.source(), output.channel());
			streams.computeIfAbsent(stream, key -> formatter.lines(key.source, "", key.channel, StreamLines.COMPLETE))
					.accept(output.data().toByteArray());
			sink.flush();
		} catch (IOException e) {
			failed(e);
		}
	}

	private void failed(IOException failure) {
		if (failure instanceof ReaderGoneException) {
			following.end(READER_GONE);
			return;
		}
		console.message("the output cannot be written: " + FileFailure.line(failure));
		following.end(1);
	}
}
