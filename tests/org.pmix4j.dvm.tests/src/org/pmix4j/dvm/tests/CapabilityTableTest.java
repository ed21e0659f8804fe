// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.dvm.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.dvm.internal.ServerDialect;
import org.pmix4j.host.HostOptions;
import org.pmix4j.host.LocalHost;
import org.pmix4j.job.EngineCapability;
import org.pmix4j.job.submission.SubmissionKeys;
import org.pmix4j.model.Proc;
import org.pmix4j.slurm.SrunEngine;
import org.pmix4j.testkit.Checkout;
import org.pmix4j.testkit.MarkdownPage;

/** Compares the table of what each engine can do in docs/engines.md with the engines. A failure shows the table of now. */
class CapabilityTableTest {
	@TempDir
	private Path scratch;

	@Test
	void table_ofTheDocument_isThatOfTheEngines() throws Exception {
		List<String> text = MarkdownPage.read(Checkout.root().resolve("docs/engines.md")).text();
		List<String> table = table();
		int begin = text.indexOf(table.get(0));

		assertThat(begin).as("the first line of the table").isNotNegative();
		assertThat(text.subList(begin, begin + table.size() + 1)).isEqualTo(plus(table, ""));
	}

	private List<String> table() throws Exception {
		Map<String, Set<EngineCapability>> engines = new LinkedHashMap<>();
		try (LocalHost host = LocalHost.start(HostOptions.defaults().withDirectory(scratch))) {
			engines.put("local host", host.capabilities());
		}
		engines.put("PMIx4J server",
				ServerDialect.of(Proc.of(SubmissionKeys.NAMESPACE_PREFIX + "1" + SubmissionKeys.SERVER_SUFFIX, 0)).capabilities());
		engines.put("DVM of PRRTE", ServerDialect.of(Proc.of("prte-node-1@0", 0)).capabilities());
		engines.put("srun of Slurm", SrunEngine.CAPABILITIES);
		List<String> lines = new ArrayList<>();
		lines.add("| capability | " + String.join(" | ", engines.keySet()) + " |");
		lines.add("|---".repeat(1 + engines.size()) + "|");
		for (EngineCapability capability : EngineCapability.values()) {
			StringBuilder line = new StringBuilder("| `" + capability + "` |");
			engines.values().forEach(can -> line.append(can.contains(capability) ? " yes |" : " no |"));
			lines.add(line.toString());
		}
		return lines;
	}

	private static List<String> plus(List<String> lines, String last) {
		List<String> all = new ArrayList<>(lines);
		all.add(last);
		return all;
	}
}
