// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.util.ArrayList;
import java.util.List;

import org.pmix4j.cli.internal.options.CommandUse;
import org.pmix4j.cli.internal.options.OptionLine;
import org.pmix4j.cli.internal.options.ToolWord;
import org.pmix4j.cli.internal.report.InfoText;
import org.pmix4j.cli.internal.report.ValueReport;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Query;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.KnownAttributes;
import org.pmix4j.tool.PmixTool;

/** The command {@code pmix4j query}: asks a server for information. Stateless. */
final class QueryCommand extends ToolCommand {
	QueryCommand() {
		super("query", "[OPTION]... KEY[QUALIFIERS]...", "Ask a running server for information.", CommandUse.QUERY,
				"Asks a server for the values of keys, such as PMIX_QUERY_NAMESPACES or pmix.qry.ns. Qualifiers of one key stand in brackets,"
						+ " with semicolons between them, as with pquery: 'PMIX_QUERY_PROC_TABLE[PMIX_NSPACE=myjob]'. Values are texts, numbers,"
						+ " true and false, processes (NAMESPACE:RANK), or names of constants. 'pmix4j query PMIX_QUERY_SUPPORTED_KEYS' lists the"
						+ " keys that the server knows.",
				"With --json, an object has the members server and answers. Each answer has key, name, type and value.");
	}

	@Override
	public List<String> operands() {
		return KnownAttributes.all().stream().map(Attribute::name).toList();
	}

	@Override
	ToolCommand.Task task(OptionLine line) {
		if (line.rest().isEmpty()) {
			throw new IllegalArgumentException("no key is named, such as PMIX_QUERY_NAMESPACES");
		}
		List<Info> common = new ArrayList<>();
		line.get(ToolWord.QUALIFIER).forEach(text -> common.add(InfoText.parse(text)));
		List<Query> queries = line.rest().stream().map(operand -> query(operand, common)).toList();
		return (tool, console) -> {
			List<Info> answers = new ArrayList<>();
			int code = 0;
			// one by one, because some servers refuse all queries of a request for one of them
			for (Query query : queries) {
				Infos answer = answer(tool, query, console);
				answers.addAll(answer.list());
				code = answer.isEmpty() ? REFUSED : code;
			}
			show(new Infos(answers), line, tool, console);
			return code;
		};
	}

	private static Infos answer(PmixTool tool, Query query, Console console) throws PmixException {
		String key = ValueReport.name(query.keys().get(0));
		try {
			Infos answer = tool.query(query);
			if (answer.isEmpty()) {
				console.message("the server has no answer for " + key);
			}
			return answer;
		} catch (PmixException refusal) {
			if (refusal.status().equals(Status.ERR_UNREACH) || refusal.status().equals(Status.ERR_TIMEOUT)) {
				throw refusal;
			}
			console.message(key + ": " + refusal.getMessage());
			return Infos.EMPTY;
		}
	}

	private static Query query(String operand, List<Info> common) {
		int bracket = operand.indexOf('[');
		List<Info> qualifiers = new ArrayList<>(common);
		if (bracket >= 0) {
			if (!operand.endsWith("]")) {
				throw new IllegalArgumentException("qualifiers of " + operand.substring(0, bracket) + " must end with ']'");
			}
			for (String each : operand.substring(bracket + 1, operand.length() - 1).split(";")) {
				qualifiers.add(InfoText.parse(each));
			}
		}
		return new Query(List.of(InfoText.key(bracket < 0 ? operand : operand.substring(0, bracket))), new Infos(qualifiers));
	}
}
