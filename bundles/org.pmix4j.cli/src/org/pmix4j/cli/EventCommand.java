// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import org.pmix4j.cli.internal.options.CommandUse;
import org.pmix4j.cli.internal.options.OptionLine;
import org.pmix4j.cli.internal.options.ToolWord;
import org.pmix4j.cli.internal.report.InfoText;
import org.pmix4j.cli.internal.report.JsonText;
import org.pmix4j.cli.internal.report.ValueReport;
import org.pmix4j.client.EventHandler;
import org.pmix4j.client.EventOutcome;
import org.pmix4j.client.HandlerOptions;
import org.pmix4j.client.PmixEvent;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Info;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.tool.PmixTool;

/** The command {@code pmix4j event}: raises an event, or shows events as they come. Stateless. */
final class EventCommand extends ToolCommand {
	/** The events that servers of the C library raise about jobs and processes; some servers send nothing to a default handler. */
	private static final Status[] USUAL = { Status.EVENT_JOB_START, Status.EVENT_JOB_END, Status.EVENT_SESSION_START,
			Status.EVENT_SESSION_END, Status.EVENT_PROC_TERMINATED, Status.ERR_PROC_ABORTED, Status.ERR_PROC_TERM_WO_SYNC,
			Status.ERR_LOST_CONNECTION, Status.EVENT_NODE_DOWN, Status.EVENT_NODE_OFFLINE };

	EventCommand() {
		super("event", "[OPTION]... [CODE]...", "Raise an event, or show events as they come.", CommandUse.EVENT,
				"With --event: raises an event and ends. Otherwise: shows events with these codes, or all of them, until --count of them have"
						+ " come, the server ends, or Ctrl-C. A code is a number or the name of a constant, such as PMIX_EVENT_JOB_END. The"
						+ " command says on standard error when it is ready.",
				"With --json, each event is an object with code, number, source, range and info, a list of objects with key, name, type and"
						+ " value.");
	}

	@Override
	ToolCommand.Task task(OptionLine line) {
		return line.has(ToolWord.EVENT) ? raising(line) : watching(line);
	}

	private static ToolCommand.Task raising(OptionLine line) {
		for (ToolWord word : List.of(ToolWord.COUNT, ToolWord.JSON)) {
			if (line.has(word)) {
				throw new IllegalArgumentException("option " + word.word() + " is for showing events, and --event raises one");
			}
		}
		if (!line.rest().isEmpty()) {
			throw new IllegalArgumentException("--event raises one event, but is followed by " + line.rest().get(0));
		}
		Status code = InfoText.status(line.get(ToolWord.EVENT).get(0));
		List<Info> infos = new ArrayList<>();
		line.get(ToolWord.INFO).forEach(text -> infos.add(InfoText.parse(text)));
		DataRange range = line.has(ToolWord.RANGE) ? InfoText.range(line.get(ToolWord.RANGE).get(0)) : DataRange.SESSION;
		if (line.has(ToolWord.TARGETS)) {
			if (line.has(ToolWord.RANGE)) {
				throw new IllegalArgumentException("only one of --range and --targets is possible");
			}
			List<Proc> targets = List.of(line.get(ToolWord.TARGETS).get(0).split(",")).stream().map(InfoText::proc).toList();
			infos.add(Info.of(EventAttributes.EVENT_CUSTOM_RANGE, DataArray.ofProcs(targets)));
			range = DataRange.CUSTOM;
		}
		DataRange receivers = range;
		return (tool, console) -> {
			tool.events().notifyEvent(code, receivers, infos.toArray(Info[]::new));
			return 0;
		};
	}

	private static ToolCommand.Task watching(OptionLine line) {
		for (ToolWord word : List.of(ToolWord.RANGE, ToolWord.TARGETS, ToolWord.INFO)) {
			if (line.has(word)) {
				throw new IllegalArgumentException("option " + word.word() + " needs --event CODE, which raises an event");
			}
		}
		int count = line.has(ToolWord.COUNT) ? InfoText.count("--count", line.get(ToolWord.COUNT).get(0)) : Integer.MAX_VALUE;
		Status[] codes = line.rest().stream().map(InfoText::status).toArray(Status[]::new);
		return (tool, console) -> watch(tool, console, codes, count, line.has(ToolWord.JSON));
	}

	private static int watch(PmixTool tool, Console console, Status[] codes, int count, boolean json) throws PmixException {
		Following following = new Following(tool);
		AtomicInteger shown = new AtomicInteger();
		following.endWithServer(console);
		EventHandler handler = event -> show(event, console, json, count, shown, following);
		tool.events().register(HandlerOptions.of(codes.length == 0 ? USUAL : codes), handler);
		if (codes.length == 0) {
			tool.events().register(HandlerOptions.of(), handler);
		}
		console.message("waiting for events of " + tool.server().nspace());
		return following.await(console);
	}

	private static CompletableFuture<EventOutcome> show(PmixEvent event, Console console, boolean json, int count, AtomicInteger shown,
			Following following) {
		if (shown.incrementAndGet() <= count) {
			if (json) {
				console.out().println(JsonText.of(json(event)));
			} else {
				console.line(text(event));
			}
			console.out().flush();
		}
		if (shown.get() >= count) {
			following.end(0);
		}
		return CompletableFuture.completedFuture(EventOutcome.COMPLETE);
	}

	private static Map<String, Object> json(PmixEvent event) {
		Map<String, Object> object = new LinkedHashMap<>();
		object.put("code", ValueReport.word(event.code()));
		object.put("number", event.code().code());
		object.put("source", ValueReport.json(event.source()));
		object.put("range", ValueReport.json(event.range()));
		object.put("info", event.infos().stream().map(ValueReport::json).toList());
		return object;
	}

	private static String text(PmixEvent event) {
		StringJoiner text = new StringJoiner(" ");
		text.add(ValueReport.word(event.code())).add("from").add(event.source().toString());
		event.infos().forEach(info -> text.add(ValueReport.name(info.key()) + "=" + ValueReport.line(info.value())));
		return text.toString();
	}
}
