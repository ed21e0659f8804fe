// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

import org.pmix4j.cli.internal.options.CommandWords;
import org.pmix4j.cli.internal.options.HelpPages;
import org.pmix4j.cli.internal.options.OptionLine;
import org.pmix4j.cli.internal.report.TableText;
import org.pmix4j.engines.EngineChoice;
import org.pmix4j.engines.EngineReport;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.bytes.OwnProcess;
import org.pmix4j.tool.PmixTool;
import org.pmix4j.tool.options.ServerChoice;
import org.pmix4j.tool.options.ToolOptions;

/** The command {@code pmix4j engines}: lists where jobs can run. Stateless. */
final class EnginesCommand extends OptionCommand {
	/** The time for each server to answer. */
	private static final Duration ANSWER_LIMIT = Duration.ofSeconds(5);

	EnginesCommand() {
		super("engines", "List the engines that can run jobs here.", CommandWords.ENGINES);
	}

	@Override
	String page() {
		return HelpPages.page("pmix4j engines", List.of("Lists the engines that 'pmix4j run --engine' takes, what each has found, and what is"
				+ " missing. The servers of this user that run are among them.", "Exit code: 0."), CommandWords.ENGINES);
	}

	@Override
	int run(OptionLine line, List<String> all, Console console) throws PmixException, IOException {
		requireNoOperands(line);
		TableText table = new TableText("ENGINE", "STATE", "DETAILS");
		for (String engine : List.of(EngineChoice.LOCAL, EngineChoice.PRRTE, EngineChoice.SLURM)) {
			EngineReport.of(engine, OwnProcess.environment()).forEach(each -> table.add(each.engine(), each.state(), each.details()));
		}
		for (ServerChoice choice : PmixTool.findAll(ToolOptions.of(ServerChoice.ANY))) {
			addServer(table, choice);
		}
		table.lines().forEach(console::line);
		return 0;
	}

	private static void addServer(TableText table, ServerChoice choice) {
		try (PmixTool tool = PmixTool.open(ToolOptions.of(choice).withRequestLimit(ANSWER_LIMIT))) {
			String engine = EngineChoice.of(tool.server());
			table.add(engine + ":" + tool.server().nspace(), "running",
					engine.equals(EngineChoice.LOCAL) ? "a PMIx4J server" : "a DVM of PRRTE, or another PMIx server");
		} catch (PmixException e) {
			// it has just ended, or is a launcher that admits no tools
			table.add("pid " + choice.text(), "refuses", String.valueOf(e.getMessage()));
		}
	}
}
