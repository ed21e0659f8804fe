// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.options;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.pmix4j.job.AppSpec;
import org.pmix4j.job.options.AppOptions;
import org.pmix4j.job.options.JobOption;
import org.pmix4j.job.options.PlacementOptions;

/**
 * Places ranks by the options of mpiexec.hydra. It fills the nodes in their order, each with as many ranks as {@code -ppn} says, else as
 * its entry says, else one; if ranks are left, it begins again at the first node. Says the same by options of this launcher, and refuses
 * what they would do otherwise. Lives for one command line.
 *
 * @see "MPICH 4.0.2, mpiexec.hydra -help; Using the Hydra Process Manager, Using Hydra on Machines with Basic Nodes"
 */
final class HydraPlacement {
	private static final String PER_NODE = "-ppn";
	private static final int MOST_SLOTS = AppOptions.MAX_RANKS;

	private final OptionLine line;
	private final List<AppSpec> apps;
	/** The number that -ppn says; 0 if it is not given. */
	private final int perNode;

	/** A node and the number of ranks that it takes in a round. */
	private record Node(String name, int slots) {
	}

	private HydraPlacement(OptionLine line, List<AppSpec> apps) {
		this.line = line;
		this.apps = apps;
		this.perNode = line.has(LaunchWord.RANKS_PER_NODE)
				? number(line.get(LaunchWord.RANKS_PER_NODE).get(0), "option " + PER_NODE) : 0;
	}

	/** Returns the programs with the options that mean the same. */
	static List<AppSpec> applied(OptionLine line, List<AppSpec> apps) {
		boolean isGiven = line.has(LaunchWord.RANKS_PER_NODE) || line.has(LaunchWord.NODES) || line.has(LaunchWord.NODE_FILE);
		return isGiven ? new HydraPlacement(line, apps).placed() : apps;
	}

	private List<AppSpec> placed() {
		for (AppSpec app : apps) {
			for (JobOption<String> option : List.of(PlacementOptions.MAP_BY, PlacementOptions.HOSTS, PlacementOptions.HOSTFILE)) {
				if (app.options().isSet(option)) {
					throw new IllegalArgumentException("option " + given() + " and option " + option.words().get(0)
							+ " exclude each other: both place the ranks");
				}
			}
		}
		List<Node> nodes = nodes();
		if (nodes.isEmpty()) {
			return List.of(perNode(only()));
		}
		int slots = nodes.stream().mapToInt(Node::slots).sum();
		List<AppSpec> counted = apps.stream().map(app -> app.options().isSet(AppOptions.RANKS) ? app : app.withOption(AppOptions.RANKS, slots))
				.toList();
		int ranks = counted.stream().mapToInt(AppSpec::ranks).sum();
		if (nodes.size() == 1) {
			String node = text(nodes, Math.max(slots, ranks));
			return counted.stream().map(app -> app.withOption(PlacementOptions.HOSTS, node)).toList();
		}
		if (ranks > slots) {
			return List.of(inRounds(nodes, counted, ranks, slots));
		}
		return filled(nodes, counted);
	}

	/** Gives each program the places that those before it have left, as the slots of its nodes. */
	private static List<AppSpec> filled(List<Node> nodes, List<AppSpec> counted) {
		List<AppSpec> placed = new ArrayList<>();
		Deque<Node> free = new ArrayDeque<>(nodes);
		for (AppSpec app : counted) {
			List<Node> own = new ArrayList<>();
			int left = app.ranks();
			while (left > 0) {
				Node node = free.remove();
				int taken = Math.min(left, node.slots);
				own.add(new Node(node.name, taken));
				left -= taken;
				if (taken < node.slots) {
					free.addFirst(new Node(node.name, node.slots - taken));
				}
			}
			placed.add(app.withOption(PlacementOptions.HOSTS, text(own, 0)).withOption(PlacementOptions.MAP_BY, "slot"));
		}
		return placed;
	}

	private String given() {
		return line.has(LaunchWord.RANKS_PER_NODE) ? PER_NODE
				: line.has(LaunchWord.NODES) ? LaunchWord.NODES.word() : LaunchWord.NODE_FILE.word();
	}

	/** Returns the only program. Each program of several is placed for itself here, but hydra fills the nodes with all of them. */
	private AppSpec only() {
		if (apps.size() > 1) {
			throw new IllegalArgumentException("option " + PER_NODE + " counts the ranks of all programs on a node;"
					+ " with several programs, use --map-by ppr:N:node for each, or name the nodes by -hosts");
		}
		return apps.get(0);
	}

	/** The nodes are those of the engine. */
	private AppSpec perNode(AppSpec app) {
		return app.withOption(PlacementOptions.MAP_BY, "ppr:" + perNode + ":node");
	}

	/** Begins again at the first node, which is the same as one rank on each node in turn if each node takes one. */
	private AppSpec inRounds(List<Node> nodes, List<AppSpec> counted, int ranks, int slots) {
		boolean isOneEach = nodes.stream().allMatch(node -> node.slots == 1);
		if (!isOneEach || counted.size() > 1) {
			throw new IllegalArgumentException("option " + given() + ": " + ranks + " ranks do not fit into the " + slots
					+ " places of the nodes, where mpiexec.hydra would begin again at the first node; name more places, as node:4, or use --host"
					+ " with --map-by");
		}
		int rounds = (ranks + nodes.size() - 1) / nodes.size();
		return counted.get(0).withOption(PlacementOptions.HOSTS, text(nodes, rounds)).withOption(PlacementOptions.MAP_BY, "node");
	}

	/** Returns the nodes for {@code --host}, each with that number of slots; 0 for its own. */
	private static String text(List<Node> nodes, int slots) {
		List<String> texts = new ArrayList<>();
		for (Node node : nodes) {
			texts.add(node.name + ":" + (slots > 0 ? slots : node.slots));
		}
		return String.join(",", texts);
	}

	private List<Node> nodes() {
		if (line.has(LaunchWord.NODES) && line.has(LaunchWord.NODE_FILE)) {
			throw new IllegalArgumentException("option -hosts and option -f exclude each other: both name the nodes");
		}
		List<Node> nodes = new ArrayList<>();
		if (line.has(LaunchWord.NODES)) {
			String text = line.get(LaunchWord.NODES).get(0);
			for (String entry : text.split(",")) {
				add(nodes, entry.strip(), "option -hosts " + text);
			}
		} else if (line.has(LaunchWord.NODE_FILE)) {
			String file = line.get(LaunchWord.NODE_FILE).get(0);
			String option = "option -f " + file;
			int number = 0;
			for (String text : OptionFile.lines(file, option)) {
				number++;
				String entry = text.split("#", 2)[0].strip();
				if (!entry.isEmpty()) {
					add(nodes, entry, option + " line " + number);
				}
			}
			if (nodes.isEmpty()) {
				throw new IllegalArgumentException(option + " names no node");
			}
		}
		return nodes;
	}

	/** Adds an entry, which is part of the last one if it has the same name. */
	private void add(List<Node> nodes, String entry, String place) {
		if (entry.isEmpty() || entry.indexOf(' ') >= 0 || entry.indexOf('\t') >= 0) {
			throw new IllegalArgumentException(place + ": '" + entry + "' must be NODE or NODE:N; users and bindings of single nodes are not"
					+ " supported");
		}
		int colon = entry.lastIndexOf(':');
		String name = colon < 0 ? entry : entry.substring(0, colon);
		int slots = colon < 0 ? 1 : number(entry.substring(colon + 1), place + ": the number of " + name);
		Node last = nodes.isEmpty() ? new Node("", 0) : nodes.get(nodes.size() - 1);
		if (last.name.equals(name)) {
			nodes.remove(nodes.size() - 1);
			slots += last.slots;
		} else if (names(nodes).contains(name)) {
			throw new IllegalArgumentException(place + ": node " + name + " is named twice with others between, where mpiexec.hydra would"
					+ " return to it; use --host with --map-by");
		}
		nodes.add(new Node(name, perNode > 0 ? perNode : slots));
	}

	private static Set<String> names(List<Node> nodes) {
		Set<String> names = new HashSet<>();
		nodes.forEach(node -> names.add(node.name));
		return names;
	}

	private static int number(String text, String what) {
		try {
			int number = Integer.parseInt(text);
			if (number >= 1 && number <= MOST_SLOTS) {
				return number;
			}
		} catch (NumberFormatException e) {
			// reported below with numbers that are not allowed
		}
		throw new IllegalArgumentException(what + " must be a number from 1 to " + MOST_SLOTS + ", not '" + text + "'");
	}
}
