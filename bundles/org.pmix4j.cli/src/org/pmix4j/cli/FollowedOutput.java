// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import org.pmix4j.cli.internal.jobs.JobEnds;
import org.pmix4j.cli.internal.jobs.LineAssembler;
import org.pmix4j.cli.internal.report.JsonText;
import org.pmix4j.cli.internal.report.ValueReport;
import org.pmix4j.client.IofOptions;
import org.pmix4j.client.IofOutput;
import org.pmix4j.job.ReaderGoneException;
import org.pmix4j.job.StreamSink;
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
	private static final long PROMPT_MILLIS = LineAssembler.PATIENCE_MILLIS / 2;

	private final PmixTool tool;
	private final Console console;
	private final OutputFormat format;
	private final boolean json;
	private final StreamSink sink = StreamSink.standard();
	private final LineAssembler lines = new LineAssembler(this::line);
	private final Following following;
	/** By channel, the process that has left an unfinished line. */
	private final Map<IofChannel, Proc> unfinished = new HashMap<>();

	FollowedOutput(PmixTool tool, Console console, OutputFormat format, boolean json) {
		this.tool = tool;
		this.console = console;
		this.format = format;
		this.json = json;
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

	private void showBegun() {
		try {
			if (lines.deliverBegun()) {
				sink.flush();
			}
		} catch (IOException e) {
			failed(e);
		}
	}

	/** Shows what is left, and ends with an exit code. The end of a launcher follows that of its job, and adds nothing. */
	private void finish(int code) {
		if (following.hasEnded()) {
			return;
		}
		try {
			lines.end();
			sink.flush();
			if (code == ToolCommand.LOST) {
				console.message("the server has ended before the job");
			}
			following.end(code);
		} catch (IOException e) {
			failed(e);
		}
	}

	private void show(IofOutput output) {
		if (output.lost() > 0) {
			console.message(output.lost() + " bytes of output are missing here, because they were not read in time");
		}
		try {
			lines.add(output.source(), output.channel(), output.data().toByteArray());
			sink.flush();
		} catch (IOException e) {
			failed(e);
		}
	}

	private void line(Proc source, IofChannel channel, byte[] line, boolean isEnded) throws IOException {
		if (json) {
			Map<String, Object> object = new LinkedHashMap<>(ValueReport.json(source));
			object.put("stream", OutputFormat.streamName(channel));
			object.put("text", ByteStrings.decode(line));
			sink.println(IofChannel.STDOUT, JsonText.of(object));
			return;
		}
		Proc open = unfinished.get(channel);
		boolean continues = source.equals(open);
		if (open != null && !continues) {
			sink.endLine(open, channel);
		}
		byte[] prefix = continues ? new byte[0] : format.prefix(source, channel, "");
		ByteBuffer whole = ByteBuffer.allocate(prefix.length + line.length + 1).put(prefix).put(line);
		if (isEnded) {
			unfinished.remove(channel);
			whole.put((byte) '\n');
		} else {
			unfinished.put(channel, source);
		}
		sink.write(source, channel, whole.flip());
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
