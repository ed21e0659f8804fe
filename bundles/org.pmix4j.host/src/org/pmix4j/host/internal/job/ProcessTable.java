// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.host.internal.plan.JobPlan;
import org.pmix4j.host.internal.thread.BlockingTasks;
import org.pmix4j.host.internal.thread.HostThread;
import org.pmix4j.job.OutputSink;
import org.pmix4j.job.options.ReportOptions;
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

	/** The time that a file may take to be written. */
	private static final Duration FILE_LIMIT = Duration.ofSeconds(10);

	private ProcessTable() {
	}

	/**
	 * Writes the table to where the job wants it. Standard error may block, and so may a file: it can be a pipe that no process reads.
	 *
	 * @return completes when nothing is left to be written
	 */
	static CompletableFuture<Void> report(HostThread thread, JobPlan plan, List<RankRun> ranks, JobNotifier news) {
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
			default -> {
				return toFile(thread, plan, plan.spec().directory().resolve(BytePaths.of(channel)), table.toString(), news);
			}
		}
		return CompletableFuture.completedFuture(null);
	}

	/** Writes to the standard error of the job, where each line is as on standard output. */
	private static CompletableFuture<Void> toErrors(HostThread thread, JobPlan plan, String table, JobNotifier news) {
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

	/** Writes on its own thread, whose umask is that of the job. */
	private static CompletableFuture<Void> toFile(HostThread thread, JobPlan plan, Path file, String table, JobNotifier news) {
		CompletableFuture<Void> done = BlockingTasks.run("table-" + plan.nspace(), () -> {
			plan.fileModes().prepareThread();
			try (FileChannel channel = plan.fileModes().create(file)) {
				ByteBuffer bytes = ByteBuffer.wrap(ByteStrings.encode(table));
				while (bytes.hasRemaining()) {
					channel.write(bytes);
				}
			}
		});
		CompletableFuture<Void> written = new CompletableFuture<>();
		thread.whenDone(thread.within(FILE_LIMIT, done), (nothing, problem) -> {
			if (problem != null) {
				news.tell("the process table cannot be written to " + BytePaths.text(file) + ": "
						+ (problem instanceof IOException failure ? FileFailure.reason(failure) : problem.getMessage()));
			}
			written.complete(null);
		});
		return written;
	}
}
