// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.internal.mapping;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.pmix4j.job.Node;
import org.pmix4j.model.CpuSet;
import org.pmix4j.placement.internal.mapping.NodeHardware.Piece;
import org.pmix4j.placement.internal.topology.HardwareObject.Type;

/**
 * Writes the map of a job as PRRTE 3.0.8 does: for users, for developers, or as XML. Used for one text.
 *
 * @see "PRRTE 3, prterun --display map, map-devel and map:parseable"
 */
public final class MapText {
	private static final String WARNING = """
			Warning: This map has been generated with the DONOTLAUNCH option;
				The compute node architecture has not been probed, and the displayed
				map reflects the HEADNODE ARCHITECTURE. On systems with a different
				architecture between headnode and compute nodes, the map can be
			""";

	/** The line with which a map for programs begins. */
	public static final String DECLARATION = "<?xml version=\"1.0\" ?>\n";

	private final JobMap map;
	private final Heading heading;
	private final StringBuilder out = new StringBuilder();

	/**
	 * The facts about a job that its map does not know.
	 *
	 * @param nspace    its namespace
	 * @param server    the namespace of the server
	 * @param offset    the number of its rank 0 among all ranks
	 * @param launched  whether it is launched rather than only mapped
	 * @param physical  whether processors are shown by the kernel's numbers
	 * @param aliases   the names by which the node is known; empty if the nodes exist only in a description
	 */
	public record Heading(String nspace, String server, int offset, boolean launched, boolean physical, List<String> aliases) {
		/** Copies the list. */
		public Heading {
			aliases = List.copyOf(aliases);
		}

		/** {@return whether the nodes exist only in a description} */
		public boolean simulated() {
			return aliases.isEmpty();
		}

	}

	private MapText(JobMap map, Heading heading) {
		this.map = map;
		this.heading = heading;
	}

	/**
	 * @param map     of a job
	 * @param heading the facts about the job
	 * @return nodes and ranks, with an empty line in front and a line feed at the end
	 */
	public static String plain(JobMap map, Heading heading) {
		return new MapText(map, heading).plain();
	}

	/**
	 * @param map     of a job
	 * @param heading the facts about the job
	 * @return nodes and ranks with all their numbers
	 */
	public static String detailed(JobMap map, Heading heading) {
		return new MapText(map, heading).detailed();
	}

	/**
	 * @param map     of a job
	 * @param heading the facts about the job
	 * @return an XML document
	 */
	public static String parseable(JobMap map, Heading heading) {
		return new MapText(map, heading).xml();
	}

	/**
	 * @param map     of a job
	 * @param heading the facts about the job
	 * @param source  the name of the launcher's machine and the number of its process, as the C library writes them before a line
	 * @return a line for each rank of a launched job with its processors
	 */
	public static String bindings(JobMap map, Heading heading, String source) {
		Map<Node, NodeHardware> hardware = new HashMap<>();
		map.summary().nodes().forEach(node -> hardware.putIfAbsent(node.node(), node.hardware()));
		StringBuilder out = new StringBuilder();
		for (Placement rank : map.ranks()) {
			out.append('[').append(source).append("] Rank ").append(rank.rank());
			if (rank.cpuset().list().isEmpty()) {
				out.append(" is not bound (or bound to all available processors)\n");
			} else {
				out.append(" bound to ").append(BindingText.of(Objects.requireNonNull(hardware.get(rank.node())), rank.cpuset(),
						map.summary().hwthreads(), heading.physical())).append('\n');
			}
		}
		return out.toString();
	}

	private String plain() {
		MapSummary summary = map.summary();
		out.append("\n========================   JOB MAP   ========================\nData for JOB ").append(heading.nspace())
				.append(" offset ").append(heading.offset()).append(" Total slots allocated ").append(summary.slots())
				.append("\n    Mapping policy: ").append(summary.mapping()).append("  Ranking policy: ").append(summary.rankBy().label())
				.append(" Binding policy: ").append(summary.binding()).append("\n    ");
		cpus();
		out.append('\n');
		for (NodeUse node : summary.nodes()) {
			out.append("\n\nData for node: ").append(node.node().name()).append("\tNum slots: ").append(node.slots())
					.append("\tMax slots: ").append(node.maxSlots()).append("\tNum procs: ").append(node.processes());
			for (Placement rank : map.on(node.node())) {
				String bound = BindingText.of(node.hardware(), rank.cpuset(), summary.hwthreads(), heading.physical());
				out.append("\n        Process jobid: ").append(heading.nspace()).append(" App: ").append(rank.app())
						.append(" Process rank: ").append(rank.rank()).append(" Bound: ")
						.append(rank.cpuset().list().isEmpty() ? "N/A" : bound);
			}
		}
		return end();
	}

	private void cpus() {
		MapSummary summary = map.summary();
		out.append("Cpu set: ").append(or(summary.cpuList())).append("  PPR: ").append(or(summary.perResource()))
				.append("  Cpus-per-rank: ").append(summary.cpusPerRank() == 0 ? "N/A" : summary.cpusPerRank()).append("  Cpu Type: ")
				.append(summary.hwthreads() ? "HWT" : "CORE");
	}

	private static String or(String text) {
		return text.isEmpty() ? "N/A" : text;
	}

	private String end() {
		if (!heading.launched()) {
			out.append("\n\n").append(WARNING).append("\tdisplayed using `prte --display map /bin/true`, which will launch\n")
					.append("\tenough of the DVM to probe the compute node architecture.");
		}
		return out.append("\n\n=============================================================\n").toString();
	}

	private String detailed() {
		MapSummary summary = map.summary();
		out.append("\n=================================   JOB MAP   =================================\nData for JOB ")
				.append(heading.nspace()).append(" offset ").append(heading.offset()).append(" Total slots allocated ")
				.append(summary.slots()).append("\nMapper requested: NULL  Last mapper: ").append(summary.mapper())
				.append("  Mapping policy: ").append(summary.mapping()).append("  Ranking policy: ").append(summary.rankBy().label())
				.append("\nBinding policy: ").append(summary.binding()).append("  ");
		cpus();
		out.append("\nNum new daemons: 0\tNew daemon starting vpid INVALID\nNum nodes: ").append(summary.nodes().size());
		for (NodeUse node : summary.nodes()) {
			detailed(node);
		}
		return end();
	}

	private void detailed(NodeUse use) {
		Node node = use.node();
		out.append("\n\nData for node: ").append(node.name()).append("\tState: 3\tFlags: ")
				.append(heading.simulated() ? "" : "DAEMON_LAUNCHED:LOCATION_VERIFIED:")
				.append(use.isOversubscribed() ? "OVERSUBSCRIBED:" : "").append("MAPPED")
				.append(use.slotsGiven() || heading.launched() ? ":SLOTS_GIVEN" : "");
		heading.aliases().forEach(alias -> out.append("\n                resolved from ").append(alias));
		out.append("\n        Daemon: [").append(heading.server()).append(',').append(heading.simulated() ? node.id() + 1 : node.id())
				.append("]\tDaemon launched: ").append(heading.simulated() ? "False" : "True").append("\n            Num slots: ")
				.append(use.slots()).append("\tSlots in use: ").append(use.processes()).append("\tOversubscribed: ")
				.append(use.isOversubscribed() ? "TRUE" : "FALSE").append("\n            Num slots allocated: ").append(use.slots())
				.append("\tMax slots: ").append(use.maxSlots()).append("\tNum procs: ").append(use.processes());
		for (Placement rank : map.on(node)) {
			String bound = detailedBinding(use.hardware(), rank.cpuset());
			out.append("\n        Data for proc: [").append(heading.nspace()).append(',').append(rank.rank())
					.append("]\n                Pid: 0\tLocal rank: ").append(rank.localRank()).append("\tNode rank: ").append(rank.nodeRank())
					.append("\tApp rank: ").append(rank.appRank()).append("\n                State: INITIALIZED\tApp_context: ")
					.append(rank.app()).append("\n        \tBinding: ").append(bound);
		}
	}

	private String detailedBinding(NodeHardware hardware, CpuSet cpuset) {
		// the C library prints a missing text so
		return !cpuset.list().isEmpty() && hardware.all(Type.PACKAGE).isEmpty() ? "(null)"
				: BindingText.of(hardware, cpuset, map.summary().hwthreads(), heading.physical());
	}

	private String xml() {
		out.append(DECLARATION).append("<map>\n");
		for (NodeUse node : map.summary().nodes()) {
			out.append("    <host name=\"").append(node.node().name()).append("\" slots=\"").append(node.slots()).append("\" max_slots=\"")
					.append(node.maxSlots()).append("\">\n        <processors>\n");
			for (Piece pack : node.hardware().all(Type.PACKAGE)) {
				// unlike the table of processors, this text leaves out a package without any
				if (!pack.cpus().isEmpty()) {
					out.append("            <package id=\"").append(pack.index()).append("\" cpus=\"")
							.append(BindingText.numbers(node.hardware(), pack.cpus(), map.summary().hwthreads())).append("\"/>\n");
				}
			}
			out.append("        </processors>\n");
			// in the order in which they were mapped, unlike the other texts
			List<Placement> ranks = new ArrayList<>(map.on(node.node()));
			ranks.sort(Comparator.comparingInt(Placement::nodeRank));
			for (Placement rank : ranks) {
				xml(node.hardware(), rank);
			}
			out.append("    </host>\n");
		}
		if (!heading.launched()) {
			out.append("<!-- \n\t").append(WARNING).append("\tdisplayed using prterun's display `map /bin/true`, which will launch\n")
					.append("\tenough of the DVM to probe the compute node architecture.\n -->\n");
		}
		return out.append("</map>\n").toString();
	}

	private void xml(NodeHardware hardware, Placement rank) {
		out.append("\n        <rank id=\"").append(rank.rank()).append('"');
		if (rank.cpuset().list().isEmpty()) {
			out.append(">\n            <binding></binding>\n");
		} else {
			out.append(" appid=\"").append(rank.app()).append("\">\n            <binding>\n");
			pack(hardware, rank.cpuset());
			out.append("            </binding>\n");
		}
		out.append("        </rank>\n");
	}

	/** Writes the processors of the last package that a rank is bound to. */
	private void pack(NodeHardware hardware, CpuSet cpuset) {
		int number = 0;
		BitSet cpus = new BitSet();
		for (Piece pack : hardware.all(Type.PACKAGE)) {
			BitSet inside = NodeHardware.both(cpuset.numbers(), pack.cpus());
			if (!inside.isEmpty()) {
				number = pack.index();
				cpus = heading.physical() ? BindingText.physical(hardware, inside, map.summary().hwthreads())
						: BindingText.numbered(hardware, inside, map.summary().hwthreads());
			}
		}
		String element = map.summary().hwthreads() ? "hwt" : "core";
		out.append("                <package id=\"").append(number).append("\">\n");
		cpus.stream().forEach(cpu -> out.append("                    <").append(element).append('>').append(cpu).append("</").append(element)
				.append(">\n"));
		out.append("\n                </package>\n");
	}
}
