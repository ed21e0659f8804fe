// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model.print;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import org.pmix4j.model.DiskStats;
import org.pmix4j.model.NetStats;
import org.pmix4j.model.NodeStats;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.ProcStats;

/** Prints statistics in the form of libpmix 5.0, in which each line ends with a line break. Stateless. */
final class StatisticsPrinter {
	private static final String DISK = """
			%1$sPMIX_DISK_STATS Disk: %2$s
			%1$sNumReadsCompleted: %3$x NumReadsMerged: %4$x NumSectorsRead: %5$x MillisecReading: %6$x
			%1$sNumWritesCompleted: %7$x NumWritesMerged: %8$x NumSectorsWrote: %9$x MillisecWriting: %10$x
			%1$sNumIOsInProgress: %11$x MillisecondsIO: %12$x WeightedMillisecsIO: %13$x
			""";
	private static final String NETWORK = """
			%1$sPMIX_NET_STATS Interface: %2$s
			%1$sNumBytesRecvd: %3$x NumPacketsRecv: %4$x NumRecvErrors: %5$x
			%1$sNumBytesSent: %6$x NumPacketsSent: %7$x NumSendErrors: %8$x
			""";
	/** The share of the processor and the peak of memory are not transmitted and so always 0. */
	private static final String PROCESS = """
			%1$sPMIX_PROC_STATS SAMPLED AT: %2$s
			%1$snode: %3$s proc: %4$s pid: %5$d cmd: %6$s state: %7$s pri: %8$d #threads: %9$d Processor: %10$d
			%1$s\ttime: %11$s cpu:  0.00  PSS: %12$8.2f  VMsize: %13$8.2f PeakVMSize:     0.00 RSS: %14$8.2f
			""";
	private static final String NODE = """
			%1$sPMIX_NODE_STATS SAMPLED AT: %2$s\tNode: %3$s
			%1$sTotal Mem: %7$5.2f Free Mem: %8$5.2f Buffers: %9$5.2f Cached: %10$5.2f
			%1$sSwapCached: %11$5.2f SwapTotal: %12$5.2f SwapFree: %13$5.2f Mapped: %14$5.2f
			%1$s\tla: %4$5.2f\tla5: %5$5.2f\tla15: %6$5.2f
			""";

	private StatisticsPrinter() {
	}

	/** Returns the text of statistics; empty for other values. */
	static Optional<String> print(String prefix, PmixValue value) {
		return switch (value) {
			case DiskStats v -> Optional.of(format(DISK, prefix, v.disk(), v.counters()));
			case NetStats v -> Optional.of(format(NETWORK, prefix, v.interfaceName(), v.counters()));
			case NodeStats v -> Optional.of(format(NODE, prefix, Printer.seconds(v.sampled()), figures(v)));
			case ProcStats v -> Optional.of(String.format(Locale.ROOT, PROCESS, prefix, Printer.seconds(v.sampled()), v.node(),
					Wording.of(v.proc()), v.pid(), v.command(), Printer.character(v.state()), v.priority(), v.threads(), v.processor(),
					Printer.seconds(v.time()), v.pss().value(), v.vsize().value(), v.rss().value()));
			default -> Optional.empty();
		};
	}

	private static List<Object> figures(NodeStats stats) {
		List<Object> figures = new ArrayList<>();
		figures.add(stats.node());
		stats.figures().forEach(figure -> figures.add(figure.value()));
		return figures;
	}

	private static String format(String form, String prefix, String name, List<?> numbers) {
		List<Object> all = new ArrayList<>(List.of(prefix, name));
		all.addAll(numbers);
		return String.format(Locale.ROOT, form, all.toArray());
	}
}
