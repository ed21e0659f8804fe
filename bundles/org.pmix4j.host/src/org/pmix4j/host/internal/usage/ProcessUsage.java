// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.usage;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.TimeVal;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.StatisticsAttributes;

/** Reads the statistics of one process from {@code stat}, {@code status}, {@code smaps_rollup} and {@code cmdline}. On one thread. */
final class ProcessUsage {
	// Columns of the file stat, counted after the name of the program.
	private static final int STATE = 0;
	private static final int USER_TICKS = 11;
	private static final int SYSTEM_TICKS = 12;
	private static final int PRIORITY = 15;
	private static final int THREADS = 17;
	private static final int START_TICKS = 19;
	private static final int PROCESSOR = 36;
	/** The kernel's unit of times for programs, the same on all supported machines. */
	private static final long TICKS_IN_A_SECOND = 100;
	private static final long MICROSECONDS_IN_A_TICK = 10_000;
	private static final int MOST_16_BITS = 0xffff;
	private static final double PERCENT = 100;

	private final Path proc;
	private final Path process;
	private final RequestedStats wanted;
	private final List<Info> told = new ArrayList<>();

	private ProcessUsage(Path proc, String pid, RequestedStats wanted) {
		this.proc = proc;
		this.process = proc.resolve(pid);
		this.wanted = wanted;
	}

	/** Returns the statistics; empty if the process has ended or may not be read. */
	static Optional<Infos> read(Path proc, String pid, RequestedStats wanted) {
		ProcessUsage usage = new ProcessUsage(proc, pid, wanted);
		String stat = usage.text("stat");
		int name = stat.lastIndexOf(") ");
		if (name < 0) {
			return Optional.empty();
		}
		usage.command(stat.substring(stat.indexOf('(') + 1, name));
		usage.times(stat.substring(name + 2).split(" "));
		usage.memory();
		usage.told.add(Info.of(StatisticsAttributes.PROC_SAMPLE_TIME, Stats.now()));
		return Optional.of(new Infos(usage.told));
	}

	/** A zombie has a name but no command line. */
	private void command(String name) {
		if (wanted.is(JobAttributes.CMD_LINE)) {
			String line = text("cmdline").replace('\0', ' ').strip();
			told.add(Info.of(JobAttributes.CMD_LINE, line.isEmpty() ? name : line));
		}
	}

	private void times(String[] columns) {
		tell(StatisticsAttributes.PROC_OS_STATE, columns[STATE]);
		if (columns.length <= PROCESSOR) {
			return;
		}
		long used = number(columns[USER_TICKS]) + number(columns[SYSTEM_TICKS]);
		tell(StatisticsAttributes.PROC_TIME, new TimeVal(used / TICKS_IN_A_SECOND, used % TICKS_IN_A_SECOND * MICROSECONDS_IN_A_TICK));
		if (wanted.is(StatisticsAttributes.PROC_PERCENT_CPU)) {
			percent(used, number(columns[START_TICKS]));
		}
		tell(StatisticsAttributes.PROC_PRIORITY, (int) number(columns[PRIORITY]));
		tell(StatisticsAttributes.PROC_NUM_THREADS, (int) Math.min(MOST_16_BITS, number(columns[THREADS])));
		tell(StatisticsAttributes.PROC_CPU, (int) Math.min(MOST_16_BITS, number(columns[PROCESSOR])));
	}

	/** Adds the CPU time in percent of the run time; more than 100 if several threads ran. */
	private void percent(long used, long start) {
		Stats.real(textOf(proc.resolve("uptime")).split(" ")[0]).ifPresent(uptime -> {
			double run = Math.max(1, uptime.doubleValue() * TICKS_IN_A_SECOND - start);
			told.add(Info.of(StatisticsAttributes.PROC_PERCENT_CPU, (float) (PERCENT * used / run)));
		});
	}

	private void memory() {
		Map<String, Float> sizes = Stats.megabytes(text("status"));
		size(StatisticsAttributes.PROC_PEAK_VSIZE, sizes, "VmPeak");
		size(StatisticsAttributes.PROC_VSIZE, sizes, "VmSize");
		size(StatisticsAttributes.PROC_RSS, sizes, "VmRSS");
		if (wanted.is(StatisticsAttributes.PROC_PSS)) {
			size(StatisticsAttributes.PROC_PSS, Stats.megabytes(text("smaps_rollup")), "Pss");
		}
	}

	private void size(Attribute<Float> statistic, Map<String, Float> sizes, String name) {
		if (sizes.containsKey(name)) {
			tell(statistic, sizes.get(name));
		}
	}

	private <T> void tell(Attribute<T> statistic, T value) {
		if (wanted.is(statistic)) {
			told.add(Info.of(statistic, value));
		}
	}

	private static long number(String column) {
		try {
			return Long.parseLong(column.strip());
		} catch (NumberFormatException e) {
			return 0;
		}
	}

	private String text(String file) {
		return textOf(process.resolve(file));
	}

	/** Returns the text of a file; empty if it cannot be read. The name of a program may contain any bytes. */
	private static String textOf(Path file) {
		try {
			return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
		} catch (IOException e) {
			return "";
		}
	}
}
