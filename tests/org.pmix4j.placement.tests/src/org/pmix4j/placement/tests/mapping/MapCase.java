// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.tests.mapping;

import java.util.ArrayList;
import java.util.List;

import org.pmix4j.job.Node;
import org.pmix4j.job.internal.policy.Binding;
import org.pmix4j.job.internal.policy.MappingPolicyReader;
import org.pmix4j.job.internal.policy.RankBy;
import org.pmix4j.model.PmixException;
import org.pmix4j.placement.internal.allocation.NodeShare;
import org.pmix4j.placement.internal.mapping.BindingText;
import org.pmix4j.placement.internal.mapping.JobMap;
import org.pmix4j.placement.internal.mapping.JobMapper;
import org.pmix4j.placement.internal.mapping.MapSummary;
import org.pmix4j.placement.internal.mapping.MappingOrder;
import org.pmix4j.placement.internal.mapping.MappingOrder.AppOrder;
import org.pmix4j.placement.internal.mapping.MappingOrder.PoolState;
import org.pmix4j.placement.internal.mapping.NodeUse;
import org.pmix4j.placement.internal.mapping.Placement;
import org.pmix4j.placement.internal.topology.HardwareObject;
import org.pmix4j.placement.internal.topology.HardwareObject.Type;
import org.pmix4j.placement.internal.topology.SyntheticHardware;

/**
 * A job on simulated nodes: {@code hardware | number of nodes | slots | max slots | options of prterun}, the numbers one for each group of
 * nodes, as PRRTE's simulator takes them.
 */
record MapCase(String hardware, int[] groups, int[] slots, int[] maxSlots, String options) {
	static MapCase parse(String line) {
		String[] parts = line.split(" \\| ", 5);
		return new MapCase(parts[0], numbers(parts[1]), numbers(parts[2]), numbers(parts[3]), parts[4]);
	}

	private static int[] numbers(String list) {
		return List.of(list.split(",")).stream().mapToInt(Integer::parseInt).toArray();
	}

	/** Returns the nodes, named as by the simulator. */
	List<NodeShare> shares() {
		HardwareObject machine = SyntheticHardware.parse(hardware);
		List<NodeShare> shares = new ArrayList<>();
		for (int group = 0; group < groups.length; group++) {
			int digits = Integer.toString(groups[group]).length();
			for (int n = 0; n < groups[group]; n++) {
				String number = Integer.toString(n);
				String name = "node" + (char) ('A' + group) + "0".repeat(digits - number.length()) + number;
				int given = slots[Math.min(group, slots.length - 1)];
				shares.add(new NodeShare(new Node(shares.size(), name, given), given, maxSlots[Math.min(group, maxSlots.length - 1)], 0, true,
						machine, machine.processors()));
			}
		}
		return shares;
	}

	JobMap map() throws PmixException {
		List<NodeShare> shares = shares();
		List<AppOrder> apps = new ArrayList<>();
		String map = "";
		String rank = "";
		String bind = "";
		for (String app : options.split(" : ")) {
			int ranks = 0;
			String[] words = app.split(" ");
			for (int at = 0; at < words.length; at++) {
				switch (words[at]) {
					case "-n" -> ranks = Integer.parseInt(words[++at]);
					case "--map-by" -> map = words[++at];
					case "--rank-by" -> rank = words[++at];
					case "--bind-to" -> bind = words[++at];
					default -> {
					}
				}
			}
			apps.add(new AppOrder("true", ranks, shares));
		}
		return JobMapper.map(new MappingOrder(apps, MappingPolicyReader.read(map), RankBy.parse(rank), Binding.parse(bind), List.of(),
				PoolState.idle(shares.stream().mapToInt(NodeShare::slots).sum()), false));
	}

	/** Returns the map in the form of the file of maps; {@code refused} if there is none. */
	List<String> reduced() {
		try {
			return reduced(map());
		} catch (PmixException e) {
			return List.of("refused");
		}
	}

	private static List<String> reduced(JobMap map) {
		MapSummary summary = map.summary();
		List<String> lines = new ArrayList<>();
		lines.add(String.join(" ", Integer.toString(summary.slots()), summary.mapper(), summary.mapping(), summary.rankBy().label(),
				summary.binding(), or(summary.cpuList()), or(summary.perResource()),
				summary.cpusPerRank() == 0 ? "N/A" : Integer.toString(summary.cpusPerRank()), summary.hwthreads() ? "HWT" : "CORE"));
		for (NodeUse node : summary.nodes()) {
			StringBuilder line = new StringBuilder(node.node().name() + " " + node.slots() + " " + node.processes() + " "
					+ (node.isOversubscribed() ? "TRUE" : "FALSE") + " " + node.maxSlots() + " " + node.processes());
			for (Placement rank : map.on(node.node())) {
				boolean known = rank.cpuset().list().isEmpty() || !node.hardware().all(Type.PACKAGE).isEmpty();
				String bound = known ? BindingText.of(node.hardware(), rank.cpuset(), summary.hwthreads()) : "(null)";
				line.append("|" + rank.rank() + "/" + rank.app() + "/" + rank.localRank() + "/" + rank.nodeRank() + "/" + rank.appRank() + " "
						+ bound.replace("package", "p").replace("core:", "c").replace("hwt:", "h").replace("][", ""));
			}
			lines.add(line.toString());
		}
		return lines;
	}

	private static String or(String text) {
		return text.isEmpty() ? "N/A" : text;
	}
}
