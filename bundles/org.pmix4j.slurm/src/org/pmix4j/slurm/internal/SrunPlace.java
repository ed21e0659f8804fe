// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.slurm.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.pmix4j.dvm.internal.EngineThread;
import org.pmix4j.job.Node;

/**
 * The allocation in which srun runs jobs, with the thread that owns their state. Owned by the engine; callable from any thread.
 */
public final class SrunPlace implements AutoCloseable {
	private final EngineThread thread = new EngineThread();
	private final SlurmCommands commands;
	private final Map<String, String> allocation;
	private final Map<String, Node> byName = new ConcurrentHashMap<>();
	private final List<Node> nodes = new ArrayList<>();

	/**
	 * @param commands   of Slurm
	 * @param allocation the variables with which Slurm describes it
	 */
	public SrunPlace(SlurmCommands commands, Map<String, String> allocation) {
		this.commands = commands;
		this.allocation = Map.copyOf(allocation);
		List<Integer> slots = SrunRequest.slots(allocation);
		for (String name : commands.hostnames(allocation.getOrDefault("SLURM_JOB_NODELIST", ""))) {
			Node node = new Node(nodes.size(), name, nodes.size() < slots.size() ? slots.get(nodes.size()) : 1);
			nodes.add(node);
			byName.put(name, node);
		}
	}

	/** {@return the thread} */
	public EngineThread thread() {
		return thread;
	}

	SlurmCommands commands() {
		return commands;
	}

	Map<String, String> allocation() {
		return allocation;
	}

	/** {@return the number that Slurm has given the allocation} */
	public String id() {
		return allocation.getOrDefault("SLURM_JOB_ID", "?");
	}

	/** {@return the nodes, with the number of tasks that Slurm has planned on each} */
	public List<Node> nodes() {
		return List.copyOf(nodes);
	}

	/** Returns the node of that name. */
	Node node(String name) {
		return byName.computeIfAbsent(name.isEmpty() ? "?" : name, each -> new Node(byName.size(), each, 1));
	}

	@Override
	public void close() {
		thread.close();
	}
}
