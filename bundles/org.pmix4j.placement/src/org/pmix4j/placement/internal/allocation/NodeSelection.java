// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.internal.allocation;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.pmix4j.job.AppSpec;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.Node;
import org.pmix4j.job.internal.nodelist.NodeEntry;
import org.pmix4j.job.internal.nodelist.NodeEntry.Kind;
import org.pmix4j.job.internal.nodelist.NodeList;
import org.pmix4j.job.options.JobOption;
import org.pmix4j.job.options.OptionValues;
import org.pmix4j.job.options.PlacementOptions;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.model.bytes.BytePaths;
import org.pmix4j.model.internal.text.PeerText;

/**
 * Selects the nodes of a pool that the programs of one job may use. A hostfile lists the nodes of a program, and a list of hosts filters
 * them; without either, a program may use the whole pool. Used for one job, on one thread.
 *
 * @see "PRRTE, help of host and hostfile, and rmaps/base/rmaps_base_support_fns.c"
 */
public final class NodeSelection {
	private final List<PoolNode> pool;
	private final Map<Node, Integer> busy;
	private final PlacementFiles files;
	/** The slots that earlier programs of the job claim, on each node that they choose. */
	private final Map<Node, Integer> claimed = new HashMap<>();

	/** Prepares the selection for one job. */
	NodeSelection(List<PoolNode> pool, Map<Node, Integer> busy, PlacementFiles files) {
		this.pool = List.copyOf(pool);
		this.busy = busy;
		this.files = files;
	}

	/**
	 * Selects the nodes.
	 *
	 * @param pool  all nodes
	 * @param busy  the number of ranks of other jobs on each node; none if absent
	 * @param job   the order
	 * @param files the hostfiles that the order names
	 * @return for each program the nodes that it may use, in the order that the user gave
	 * @throws PmixException JOB_ALLOC_FAILED if a list names another node, or none; the message names it
	 */
	public static List<List<NodeShare>> of(List<PoolNode> pool, Map<Node, Integer> busy, JobSpec job, PlacementFiles files)
			throws PmixException {
		NodeSelection selection = new NodeSelection(pool, busy, files);
		List<List<NodeShare>> shares = new ArrayList<>();
		for (AppSpec app : job.apps()) {
			shares.add(selection.shares(app.options(), job.directory()));
		}
		return shares;
	}

	/**
	 * Counts the slots that a program may use and that no rank of another job uses.
	 *
	 * @param pool      all nodes
	 * @param busy      the number of ranks of other jobs on each node; none if absent
	 * @param app       the options of the program
	 * @param directory where relative names of hostfiles start
	 * @param files     the hostfiles that the program names
	 * @return the number of slots; 0 if all are in use
	 * @throws PmixException as {@link #of}
	 */
	public static int slots(List<PoolNode> pool, Map<Node, Integer> busy, OptionValues app, Path directory, PlacementFiles files)
			throws PmixException {
		int slots = 0;
		for (Selected selected : new NodeSelection(pool, busy, files).select(app, directory)) {
			slots += Math.max(0, selected.slots - busy.getOrDefault(selected.node.node(), 0));
		}
		return slots;
	}

	/**
	 * Lists the nodes that a program names one by one.
	 *
	 * @param pool      all nodes
	 * @param app       the options of the program
	 * @param directory where relative names of hostfiles start
	 * @param files     the hostfiles that the program names
	 * @return the names in the list of hosts, else those in the hostfiles, each as often as it is given; empty if there is neither
	 * @throws PmixException JOB_ALLOC_FAILED if a list or a file does not follow the grammar
	 */
	public static List<String> sequence(List<PoolNode> pool, OptionValues app, Path directory, PlacementFiles files)
			throws PmixException {
		List<NodeEntry> entries = new ArrayList<>();
		if (app.isSet(PlacementOptions.HOSTS)) {
			entries.addAll(parse(app.get(PlacementOptions.HOSTS)));
		} else if (app.isSet(PlacementOptions.HOSTFILE)) {
			for (Path file : files(app.get(PlacementOptions.HOSTFILE), directory)) {
				entries.addAll(Hostfile.read(file, files));
			}
		}
		List<String> names = new ArrayList<>();
		for (NodeEntry entry : entries) {
			if (entry.kind() == Kind.NAMED) {
				names.add(entry.text());
			} else if (entry.kind() == Kind.INDEXED && entry.number() < pool.size()) {
				names.add(pool.get(entry.number()).node().name());
			}
		}
		return names;
	}

	/**
	 * @param names     names of hostfiles, with commas between
	 * @param directory where relative ones start
	 * @return the same, absolute
	 * @throws PmixException JOB_ALLOC_FAILED if one of them is not a path
	 */
	public static String absolute(String names, Path directory) throws PmixException {
		return String.join(",", files(names, directory).stream().map(BytePaths::text).toList());
	}

	private List<NodeShare> shares(OptionValues app, Path directory) throws PmixException {
		List<NodeShare> shares = new ArrayList<>();
		for (Selected selected : select(app, directory)) {
			Node node = selected.node.node();
			PoolNode.Processors processors = selected.node.processors().get();
			shares.add(new NodeShare(node, selected.slots, selected.maxSlots, busy(node), selected.inList ? selected.listed : -1,
					selected.given, processors.machine(),
					processors.allowed()));
			if (isPresent(app)) {
				claimed.merge(node, Math.max(0, selected.listed), Integer::sum);
			}
		}
		return shares;
	}

	/** Returns the nodes of a program with their slots. */
	List<Selected> select(OptionValues app, Path directory) throws PmixException {
		List<Selected> all = new ArrayList<>();
		for (PoolNode node : pool) {
			all.add(new Selected(node));
		}
		change(all, app, directory);
		List<Selected> nodes = all;
		if (app.isSet(PlacementOptions.HOSTFILE)) {
			for (Path file : files(app.get(PlacementOptions.HOSTFILE), directory)) {
				List<Selected> listed = new NodeFilter(all, busy, claimed, false, "hostfile " + BytePaths.text(file))
						.choose(Hostfile.read(file, files));
				nodes = nodes == all ? listed : union(nodes, listed);
			}
		}
		if (app.isSet(PlacementOptions.HOSTS)) {
			String list = app.get(PlacementOptions.HOSTS);
			nodes = new NodeFilter(nodes, busy, claimed, true, named(list)).choose(parse(list));
		}
		return nodes;
	}

	/** Adds slots to nodes, or replaces them. A node that is not in the pool cannot be added: ranks run on nodes of the host only. */
	private void change(List<Selected> all, OptionValues app, Path directory) throws PmixException {
		if (app.isSet(PlacementOptions.ADD_HOSTFILE)) {
			for (Path file : files(app.get(PlacementOptions.ADD_HOSTFILE), directory)) {
				new NodeFilter(all, busy, Map.of(), false, "hostfile " + BytePaths.text(file)).change(Hostfile.read(file, files));
			}
		}
		if (app.isSet(PlacementOptions.ADD_HOSTS)) {
			String list = app.get(PlacementOptions.ADD_HOSTS);
			new NodeFilter(all, busy, Map.of(), true, named(list)).change(parse(list));
		}
	}

	/** A node of an earlier file keeps its slots. */
	private static List<Selected> union(List<Selected> first, List<Selected> later) {
		Map<Node, Selected> all = new LinkedHashMap<>();
		first.forEach(node -> all.put(node.node.node(), node));
		later.forEach(node -> all.putIfAbsent(node.node.node(), node));
		return List.copyOf(all.values());
	}

	private static List<NodeEntry> parse(String list) throws PmixException {
		try {
			return NodeList.parse(list);
		} catch (IllegalArgumentException e) {
			throw new PmixException(Status.ERR_JOB_ALLOC_FAILED, named(list) + ": " + e.getMessage(), e);
		}
	}

	/** Returns what messages call a list of hosts. */
	private static String named(String list) {
		return "list of hosts '" + PeerText.of(list) + "'";
	}

	/** Returns the files of a list of names. */
	static List<Path> files(String names, Path directory) throws PmixException {
		List<Path> files = new ArrayList<>();
		try {
			for (String name : names.split(",")) {
				if (!name.isBlank()) {
					files.add(directory.resolve(BytePaths.of(name)));
				}
			}
		} catch (InvalidPathException e) {
			throw new PmixException(Status.ERR_JOB_ALLOC_FAILED, "hostfile: " + e.getMessage(), e);
		}
		return files;
	}

	private int busy(Node node) {
		return busy.getOrDefault(node, 0);
	}

	/** Returns whether a program chooses nodes, or changes their slots. */
	static boolean isPresent(OptionValues app) {
		for (JobOption<String> option : PlacementOptions.LISTS) {
			if (app.isSet(option)) {
				return true;
			}
		}
		return false;
	}

	/** A node of a program, while its slots are computed. */
	static final class Selected {
		final PoolNode node;
		int slots;
		int maxSlots;
		boolean given;
		/** The slots that a list or file states; -1 if it states none. */
		int listed = -1;
		/** True if a list of hosts rather than a hostfile states them. */
		boolean inList;

		Selected(PoolNode node) {
			this.node = node;
			slots = node.slots();
			maxSlots = node.maxSlots();
			given = node.slotsGiven();
		}

		Selected(Selected other) {
			node = other.node;
			slots = other.slots;
			maxSlots = other.maxSlots;
			given = other.given;
			listed = other.listed;
			inList = other.inList;
		}
	}
}
