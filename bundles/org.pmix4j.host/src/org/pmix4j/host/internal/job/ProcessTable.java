// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.pmix4j.host.JobSpec;
import org.pmix4j.host.options.ReportOptions;
import org.pmix4j.model.bytes.BytePaths;
import org.pmix4j.model.bytes.ByteStrings;
import org.pmix4j.model.internal.text.FileFailure;
import org.pmix4j.model.internal.text.PeerText;

/**
 * Reports the table by which debuggers find the processes of a job. Stateless.
 *
 * @see "PRRTE 3.0.8, prterun --runtime-options output-proctable"
 */
final class ProcessTable {
	private static final String STANDARD_OUTPUT = "-";
	private static final String STANDARD_ERROR = "+";

	private ProcessTable() {
	}

	/** Writes the table to where the job wants it. The file is small, so the thread of the host writes it. */
	static void report(JobSpec spec, List<RankRun> ranks, JobNews news) {
		String channel = spec.get(ReportOptions.PROCESS_TABLE);
		if (channel.isEmpty()) {
			return;
		}
		StringBuilder table = new StringBuilder();
		for (RankRun rank : ranks) {
			table.append("(rank, host, exe, pid) = (").append(rank.proc().rank()).append(", ").append(rank.node().name()).append(", ")
					.append(PeerText.line(spec.apps().get(rank.appNumber()).program())).append(", ").append(rank.pid().orElse(0)).append(")\n");
		}
		switch (channel) {
			case STANDARD_OUTPUT -> news.report(table.toString());
			case STANDARD_ERROR -> table.toString().lines().forEach(news::tell);
			default -> write(spec.directory().resolve(BytePaths.of(channel)), table.toString(), news);
		}
	}

	private static void write(Path file, String table, JobNews news) {
		try {
			Files.write(file, ByteStrings.encode(table));
		} catch (IOException e) {
			news.tell("the process table cannot be written to " + BytePaths.text(file) + ": " + FileFailure.reason(e));
		}
	}
}
