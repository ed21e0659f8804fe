// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.pmix4j.cli.internal.options.CommandUse;
import org.pmix4j.cli.internal.options.OptionLine;
import org.pmix4j.cli.internal.options.ToolWord;
import org.pmix4j.cli.internal.report.InfoText;
import org.pmix4j.client.RequestOptions;
import org.pmix4j.model.AllocDirective;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.attributes.AllocAttributes;

/** The command {@code pmix4j alloc}: requests, changes and gives back resources. Stateless. */
final class AllocCommand extends ToolCommand {
	private static final List<String> ACTIONS = List.of("new", "extend", "release", "reacquire");

	AllocCommand() {
		super("alloc", "[OPTION]... [ACTION]", "Request, change or give back resources.", CommandUse.ALLOC,
				"Asks the host of a server, such as 'pmix4j server', for resources. Actions: new (the default), extend, release and reacquire,"
						+ " which need --alloc-id. Prints the answers, among them the name of a new allocation, PMIX_ALLOC_ID. A server"
						+ " of pmix4j ends an allocation when the tool that has requested it leaves, so use --hold to keep a new one: the"
						+ " command then stays attached until Ctrl-C, or until the allocation or the server ends.",
				"With --json, an object has the members server and answers, a list of objects with key, name, type and value.");
	}

	@Override
	public List<String> operands() {
		return ACTIONS;
	}

	@Override
	ToolCommand.Task task(OptionLine line) {
		if (line.rest().size() > 1) {
			throw new IllegalArgumentException("only one action is possible, but it is followed by " + line.rest().get(1));
		}
		String action = line.rest().isEmpty() ? ACTIONS.get(0) : line.rest().get(0);
		AllocDirective directive = directive(action);
		boolean isNew = directive.equals(AllocDirective.NEW);
		if (isNew == line.has(ToolWord.ALLOC_ID)) {
			throw new IllegalArgumentException(line.has(ToolWord.ALLOC_ID) ? "a new allocation has no --alloc-id yet; the action is extend,"
					+ " release or reacquire" : "the action " + action + " needs --alloc-id NAME");
		}
		boolean holds = line.has(ToolWord.HOLD);
		if (holds && !isNew) {
			throw new IllegalArgumentException("option --hold is for a new allocation, not for the action " + action);
		}
		List<Info> infos = new ArrayList<>();
		line.get(ToolWord.ALLOC_ID).forEach(name -> infos.add(Info.of(AllocAttributes.ALLOC_ID, name)));
		line.get(ToolWord.REQUEST_ID).forEach(name -> infos.add(Info.of(AllocAttributes.ALLOC_REQ_ID, name)));
		line.get(ToolWord.NODES).forEach(
				text -> infos.add(Info.of(AllocAttributes.ALLOC_NUM_NODES, (long) InfoText.count("--nodes", text))));
		line.get(ToolWord.CPUS).forEach(
				text -> infos.add(Info.of(AllocAttributes.ALLOC_NUM_CPUS, (long) InfoText.count("--cpus", text))));
		line.get(ToolWord.NODE_LIST).forEach(text -> infos.add(Info.of(AllocAttributes.ALLOC_NODE_LIST, text)));
		line.get(ToolWord.DURATION).forEach(text -> infos.add(Info.of(AllocAttributes.ALLOC_TIME, text)));
		line.get(ToolWord.INFO).forEach(text -> infos.add(InfoText.parse(text)));
		RequestOptions options = RequestOptions.DEFAULT.withLimit(limit(line)).plusInfos(infos.toArray(Info[]::new));
		if (holds && has(infos, AllocAttributes.ALLOC_NOT_WAITING)) {
			throw new IllegalArgumentException("option --hold waits for the allocation, so PMIX_ALLOC_NOT_WAITING is not possible");
		}
		boolean endsNow = isNew && !holds && !has(infos, AllocAttributes.ALLOC_TARGET)
				&& !has(infos, AllocAttributes.ALLOC_CHILD_SEP);
		return (tool, console) -> {
			Optional<HeldAllocation> held = holds ? Optional.of(new HeldAllocation(tool, console)) : Optional.empty();
			Infos answers = tool.host().allocate(directive, options);
			show(answers, line, tool, console);
			if (endsNow) {
				console.message("a server of pmix4j ends the allocation now, as this command leaves; use --hold to keep it");
			}
			return held.isPresent() ? held.get().await(answers) : 0;
		};
	}

	private static boolean has(List<Info> infos, Attribute<?> attribute) {
		return infos.stream().anyMatch(info -> info.key().equals(attribute.key()));
	}

	private static AllocDirective directive(String action) {
		return switch (action) {
			case "new" -> AllocDirective.NEW;
			case "extend" -> AllocDirective.EXTEND;
			case "release" -> AllocDirective.RELEASE;
			case "reacquire" -> AllocDirective.REAQUIRE;
			default -> throw new IllegalArgumentException("unknown action " + action + "; actions are " + String.join(", ", ACTIONS));
		};
	}
}
