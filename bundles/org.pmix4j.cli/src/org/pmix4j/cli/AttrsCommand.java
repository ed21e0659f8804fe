// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.pmix4j.cli.internal.options.CommandUse;
import org.pmix4j.cli.internal.options.OptionLine;
import org.pmix4j.cli.internal.options.ToolWord;
import org.pmix4j.cli.internal.report.JsonText;
import org.pmix4j.cli.internal.report.SupportReader;
import org.pmix4j.cli.internal.report.SupportReader.Supported;
import org.pmix4j.cli.internal.report.TableText;
import org.pmix4j.cli.internal.report.ValueReport;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Query;
import org.pmix4j.model.RegisteredAttribute;
import org.pmix4j.model.attributes.QueryAttributes;
import org.pmix4j.model.print.Wording;
import org.pmix4j.tool.PmixTool;

/** The command {@code pmix4j attrs}: shows which functions and attributes a server and its host support. Stateless. */
final class AttrsCommand extends ToolCommand {
	private static final String ALL = "all";

	/** A request at one level. */
	private record Question(String level, Attribute<String> key, List<String> functions, boolean names) {
	}

	AttrsCommand() {
		super("attrs", "[OPTION]...", "Show which functions and attributes a server supports.", CommandUse.ATTRS,
				"Shows the attributes that a server and its host, a launcher or resource manager, honor in each function; or clients"
						+ " and tools in Java. Without --server, --host, --client and --tool: all of server and host.",
				"With --json, an object has the members server and functions. Each function has level (server, host, client or tool),"
						+ " function, and attributes, each with name, key, type and description.");
	}

	@Override
	ToolCommand.Task task(OptionLine line) {
		requireNoOperands(line);
		List<Question> questions = new ArrayList<>();
		add(line, ToolWord.OF_SERVER, "server", QueryAttributes.SERVER_FUNCTIONS, QueryAttributes.SERVER_ATTRIBUTES, questions);
		add(line, ToolWord.OF_HOST, "host", QueryAttributes.HOST_FUNCTIONS, QueryAttributes.HOST_ATTRIBUTES, questions);
		add(line, ToolWord.OF_CLIENT, "client", QueryAttributes.CLIENT_FUNCTIONS, QueryAttributes.CLIENT_ATTRIBUTES, questions);
		add(line, ToolWord.OF_TOOL, "tool", QueryAttributes.TOOL_FUNCTIONS, QueryAttributes.TOOL_ATTRIBUTES, questions);
		if (questions.isEmpty()) {
			questions.add(new Question("server", QueryAttributes.SERVER_ATTRIBUTES, List.of(ALL), false));
			questions.add(new Question("host", QueryAttributes.HOST_ATTRIBUTES, List.of(ALL), false));
		}
		boolean names = questions.stream().allMatch(Question::names);
		return (tool, console) -> {
			Map<Question, List<Supported>> answers = new LinkedHashMap<>();
			for (Question question : questions) {
				answers.put(question, ask(tool, question));
			}
			if (line.has(ToolWord.JSON)) {
				console.out().println(JsonText.of(json(tool, answers)));
			} else if (!answers.values().stream().allMatch(List::isEmpty)) {
				table(answers, names).lines().forEach(console::line);
			}
			List<String> missing = missing(answers, tool.server().nspace());
			missing.forEach(console::message);
			return missing.isEmpty() ? 0 : REFUSED;
		};
	}

	/** Returns what to say of each level and function of which the server says nothing. */
	private static List<String> missing(Map<Question, List<Supported>> answers, String server) {
		List<String> texts = new ArrayList<>();
		answers.forEach((question, functions) -> {
			if (functions.isEmpty() && question.functions.contains(ALL)) {
				texts.add("server " + server + " names no functions at the level " + question.level);
			}
			for (String name : question.functions) {
				if (!name.equals(ALL) && functions.stream().noneMatch(each -> each.function().equals(name))) {
					texts.add("server " + server + " names no function " + name + " at the level " + question.level
							+ "; see 'pmix4j attrs --" + question.level + "' for those that it supports");
				}
			}
		});
		return texts;
	}

	private static void add(OptionLine line, ToolWord word, String level, Attribute<String> names, Attribute<String> attributes,
			List<Question> questions) {
		if (line.has(word)) {
			List<String> functions = line.get(word);
			questions.add(functions.isEmpty() ? new Question(level, names, List.of(ALL), true)
					: new Question(level, attributes, List.of(functions.get(0).split(",")), false));
		}
	}

	private static List<Supported> ask(PmixTool tool, Question question) throws PmixException {
		Info level = Info.of(question.key, String.join(",", question.functions));
		Infos answer = tool.query(new Query(List.of(QueryAttributes.QUERY_ATTRIBUTE_SUPPORT.key()), Infos.of(level)));
		return SupportReader.read(answer).stream()
				.filter(each -> question.functions.contains(ALL) || question.functions.contains(each.function())).toList();
	}

	private static TableText table(Map<Question, List<Supported>> answers, boolean names) {
		TableText table = names ? new TableText("LEVEL", "FUNCTION")
				: new TableText("LEVEL", "FUNCTION", "ATTRIBUTE", "KEY", "TYPE", "DESCRIPTION");
		answers.forEach((question, functions) -> {
			for (Supported each : functions) {
				if (names) {
					table.add(question.level, each.function());
				} else if (each.attributes().isEmpty()) {
					table.add(question.level, each.function(), "-", "-", "-", "-");
				}
				for (RegisteredAttribute attribute : names ? List.<RegisteredAttribute>of() : each.attributes()) {
					table.add(question.level, each.function(), attribute.name(), attribute.key(), Wording.of(attribute.valueType()),
							String.join(" ", attribute.description()));
				}
			}
		});
		return table;
	}

	private static Map<String, Object> json(PmixTool tool, Map<Question, List<Supported>> answers) {
		List<Object> functions = new ArrayList<>();
		answers.forEach((question, supported) -> {
			for (Supported each : supported) {
				Map<String, Object> function = new LinkedHashMap<>();
				function.put("level", question.level);
				function.put("function", each.function());
				if (!question.names) {
					function.put("attributes", each.attributes().stream().map(ValueReport::json).toList());
				}
				functions.add(function);
			}
		});
		Map<String, Object> object = new LinkedHashMap<>();
		object.put("server", tool.server().nspace());
		object.put("functions", functions);
		return object;
	}
}
