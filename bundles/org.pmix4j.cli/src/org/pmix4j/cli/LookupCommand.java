// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.pmix4j.cli.internal.options.CommandUse;
import org.pmix4j.cli.internal.options.OptionLine;
import org.pmix4j.cli.internal.options.ToolWord;
import org.pmix4j.cli.internal.report.InfoText;
import org.pmix4j.cli.internal.report.JsonText;
import org.pmix4j.cli.internal.report.TableText;
import org.pmix4j.cli.internal.report.ValueReport;
import org.pmix4j.client.names.LookupOptions;
import org.pmix4j.model.PublishedData;
import org.pmix4j.tool.PmixTool;

/** The command {@code pmix4j lookup}: shows data that processes have published. Stateless. */
final class LookupCommand extends ToolCommand {
	LookupCommand() {
		super("lookup", "[OPTION]... KEY...", "Show data that processes have published.", CommandUse.LOOKUP,
				"Shows the values that processes of any job have published under these keys, and who has published them.",
				"With --json, an object has the members server and data. Each datum has key, type, value and publisher, which has namespace"
						+ " and rank.");
	}

	@Override
	ToolCommand.Task task(OptionLine line) {
		List<String> keys = line.rest().stream().map(InfoText::key).toList();
		if (keys.isEmpty()) {
			throw new IllegalArgumentException("no key is named");
		}
		LookupOptions where = line.has(ToolWord.AWAIT) ? LookupOptions.WAIT : LookupOptions.DEFAULT;
		LookupOptions ranged = line.has(ToolWord.RANGE) ? where.withRange(InfoText.range(line.get(ToolWord.RANGE).get(0))) : where;
		LookupOptions options = ranged.withLimit(limit(line));
		return (tool, console) -> {
			List<PublishedData> found = tool.names().lookup(keys, options);
			List<String> missing = keys.stream().filter(key -> found.stream().noneMatch(data -> data.key().equals(key))).toList();
			if (line.has(ToolWord.JSON)) {
				console.out().println(JsonText.of(json(tool, found)));
			} else if (!found.isEmpty()) {
				TableText table = new TableText("KEY", "PUBLISHER", "VALUE");
				found.forEach(data -> table.add(ValueReport.name(data.key()), data.publisher(), ValueReport.line(data.value())));
				table.lines().forEach(console::line);
			}
			if (!missing.isEmpty()) {
				console.message("nothing is published under " + String.join(", ", missing));
			}
			return missing.isEmpty() ? 0 : REFUSED;
		};
	}

	private static Map<String, Object> json(PmixTool tool, List<PublishedData> found) {
		Map<String, Object> object = new LinkedHashMap<>();
		object.put("server", tool.server().nspace());
		object.put("data", found.stream().map(ValueReport::json).toList());
		return object;
	}
}
