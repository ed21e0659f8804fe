// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.junit.internal.job;

import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

import org.pmix4j.job.OutputSink;
import org.pmix4j.junit.internal.report.FailureTrace;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.Proc;

/** Keeps the latest lines of the output of a job, and shows each immediately with the number of its rank. Owned by a job; thread-safe. */
public final class OutputCollector implements OutputSink {
	private static final int MOST_LINES = 100_000;
	private static final int MOST_CHARS = 32 << 20;
	private static final int MOST_IN_REPORT = 200;
	private static final int MOST_CHARS_IN_LINE = 2_000;

	private final PrintStream shown;
	private final Deque<OutputLine> lines = new ArrayDeque<>();
	private long chars;
	private long dropped;

	/** @param shown where each line is shown */
	public OutputCollector(PrintStream shown) {
		this.shown = shown;
	}

	@Override
	public synchronized void write(Proc proc, IofChannel channel, ByteBuffer chunk) {
		StandardCharsets.UTF_8.decode(chunk).toString().lines()
				.forEach(text -> add(new OutputLine(proc.rank().value(), channel.equals(IofChannel.STDERR), text)));
	}

	private void add(OutputLine line) {
		lines.addLast(line);
		chars += line.text().length();
		while (lines.size() > MOST_LINES || chars > MOST_CHARS && lines.size() > 1) {
			chars -= lines.removeFirst().text().length();
			dropped++;
		}
		shown.println(line);
	}

	/** @return the lines in the order of their arrival */
	public synchronized List<OutputLine> lines() {
		return List.copyOf(lines);
	}

	/** @return the last lines for a report, after a heading; empty if there are none */
	public synchronized String report() {
		if (lines.isEmpty()) {
			return "";
		}
		long left = dropped + Math.max(0, lines.size() - MOST_IN_REPORT);
		StringBuilder report = new StringBuilder("output").append(left == 0 ? ":" : " (" + left + " earlier lines are left out):");
		lines.stream().skip(Math.max(0, lines.size() - MOST_IN_REPORT))
				.forEach(line -> report.append('\n').append(FailureTrace.cut(line.toString(), MOST_CHARS_IN_LINE)));
		return report.toString();
	}
}
