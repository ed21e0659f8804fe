// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.host.OutputSink;
import org.pmix4j.host.internal.plan.JobPlan;
import org.pmix4j.host.internal.thread.HostThread;
import org.pmix4j.host.options.ReportOptions;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.Proc;
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

	/**
	 * Writes the table to where the job wants it. The file is small, so the thread of the host writes it; standard error may block.
	 *
	 * @return completes when nothing is left to be written
	 */
	static CompletableFuture<Void> report(HostThread thread, JobPlan plan, List<RankRun> ranks, JobNews news) {
		String channel = plan.spec().get(ReportOptions.PROCESS_TABLE);
		if (channel.isEmpty()) {
			return CompletableFuture.completedFuture(null);
		}
		StringBuilder table = new StringBuilder();
		for (RankRun rank : ranks) {
			table.append("(rank, host, exe, pid) = (").append(rank.proc().rank()).append(", ").append(rank.node().name()).append(", ")
					.append(PeerText.line(plan.app(rank.placement()).program().execPath())).append(", ").append(rank.pid().orElse(0)).append(")\n");
		}
		switch (channel) {
			case STANDARD_OUTPUT -> news.report(table.toString());
			case STANDARD_ERROR -> {
				return toErrors(thread, plan, table.toString(), news);
			}
			default -> write(plan.spec().directory().resolve(BytePaths.of(channel)), table.toString(), news);
		}
		return CompletableFuture.completedFuture(null);
	}

	/** Writes to the standard error of the job, where each line is as on standard output. */
	private static CompletableFuture<Void> toErrors(HostThread thread, JobPlan plan, String table, JobNews news) {
		CompletableFuture<Void> written = new CompletableFuture<>();
		CompletableFuture<Void> task = thread.aside(() -> {
			OutputSink sink = plan.spec().sink();
			sink.write(Proc.wildcard(plan.nspace()), IofChannel.STDERR, ByteBuffer.wrap(ByteStrings.encode(table)));
			sink.flush();
			return null;
		});
		thread.whenDone(task, (done, problem) -> {
			if (problem != null) {
				news.tell("the process table cannot be written to standard error: " + problem.getMessage());
			}
			written.complete(null);
		});
		return written;
	}

	private static void write(Path file, String table, JobNews news) {
		try {
			Files.write(file, ByteStrings.encode(table));
		} catch (IOException e) {
			news.tell("the process table cannot be written to " + BytePaths.text(file) + ": " + FileFailure.reason(e));
		}
	}
}
