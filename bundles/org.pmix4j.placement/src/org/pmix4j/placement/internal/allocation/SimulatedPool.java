// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.internal.allocation;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import org.pmix4j.job.Node;
import org.pmix4j.job.internal.nodelist.NodeListParser;
import org.pmix4j.model.bytes.BytePaths;
import org.pmix4j.model.bytes.OwnProcess;
import org.pmix4j.model.internal.text.FileFailure;
import org.pmix4j.model.internal.text.RegularFile;
import org.pmix4j.placement.internal.allocation.PoolNode.Processors;
import org.pmix4j.placement.internal.topology.HardwareObject;
import org.pmix4j.placement.internal.topology.HardwareObject.Type;
import org.pmix4j.placement.internal.topology.HwlocXmlReader;
import org.pmix4j.placement.internal.topology.SyntheticHardware;

/**
 * Makes simulated nodes from descriptions: {@code [COUNT*]NAME[:slots=N][:max-slots=N][:HARDWARE]}. The hardware is a file of hwloc in XML,
 * whose name ends with {@code .xml}, or a description in words such as {@code package:2 core:4 pu:2}; without it, nodes are like this
 * machine. With a count, the names of nodes end with their number, from 0. Without slots, a node has one for each core. Stateless.
 */
public final class SimulatedPool {
	/** More nodes than one wants to look at. */
	private static final int MOST_NODES = 1 << 16;
	private static final String SLOTS = "slots=";
	private static final String MAX_SLOTS = "max-slots=";

	private SimulatedPool() {
	}

	/**
	 * Makes the nodes. Blocks on the file system if a description names a file.
	 *
	 * @param descriptions at least one
	 * @param here         the processors of this machine
	 * @return the nodes, numbered through all descriptions
	 * @throws IllegalArgumentException if a description is wrong; the message says why
	 */
	public static List<PoolNode> parse(List<String> descriptions, Supplier<Processors> here) {
		List<PoolNode> nodes = new ArrayList<>();
		Map<String, List<NodeNames>> known = new HashMap<>();
		for (String description : descriptions) {
			try {
				add(nodes, known, description, here);
			} catch (IllegalArgumentException e) {
				throw new IllegalArgumentException("simulated nodes '" + description + "': " + e.getMessage(), e);
			}
		}
		return nodes;
	}

	private static void add(List<PoolNode> nodes, Map<String, List<NodeNames>> known, String description, Supplier<Processors> here) {
		int end = (description + ":").indexOf(':');
		String rest = description.substring(Math.min(end + 1, description.length()));
		int slots = -1;
		int maxSlots = 0;
		while (rest.startsWith(SLOTS) || rest.startsWith(MAX_SLOTS)) {
			int next = (rest + ":").indexOf(':');
			int equal = rest.indexOf('=');
			int number = NodeListParser.number(rest.substring(equal + 1, next), rest.substring(0, equal));
			if (rest.startsWith(SLOTS)) {
				slots = number;
			} else {
				maxSlots = number;
			}
			rest = rest.substring(Math.min(next + 1, rest.length()));
		}
		Processors processors = rest.isBlank() ? here.get() : processors(rest.strip());
		int count = slots < 0 ? slots(processors) : slots;
		for (String name : names(description.substring(0, end))) {
			if (nodes.size() == MOST_NODES) {
				throw new IllegalArgumentException("there are more than " + MOST_NODES + " nodes");
			}
			List<NodeNames> alike = known.computeIfAbsent(NodeNames.label(name), label -> new ArrayList<>());
			if (alike.stream().anyMatch(other -> other.isMeantBy(name))) {
				throw new IllegalArgumentException("there are two nodes with the name " + name);
			}
			NodeNames own = new NodeNames(name, false);
			alike.add(own);
			nodes.add(new PoolNode(new Node(nodes.size(), name, Math.max(1, count)), own, slots >= 0, maxSlots, () -> processors));
		}
	}

	private static List<String> names(String text) {
		int star = text.indexOf('*');
		String name = NodeListParser.node(text.substring(star + 1).strip()).text();
		if (star < 0) {
			return List.of(name);
		}
		List<String> names = new ArrayList<>();
		int count = NodeListParser.number(text.substring(0, star).strip(), "the number of nodes");
		for (int i = 0; i < Math.min(count, MOST_NODES + 1); i++) {
			names.add(name + i);
		}
		return names;
	}

	private static Processors processors(String hardware) {
		if (!hardware.endsWith(".xml")) {
			HardwareObject machine = SyntheticHardware.parse(hardware);
			return new Processors(machine, machine.processors());
		}
		try {
			Path file = OwnProcess.directory().resolve(BytePaths.of(hardware));
			HwlocXmlReader.Hardware read = HwlocXmlReader.read(RegularFile.text(file, HwlocXmlReader.LONGEST));
			return new Processors(read.machine(), read.allowed());
		} catch (IOException e) {
			throw new IllegalArgumentException("file " + hardware + " cannot be read: " + FileFailure.reason(e), e);
		} catch (InvalidPathException e) {
			throw new IllegalArgumentException("file " + hardware + " has no valid name: " + e.getMessage(), e);
		}
	}

	/** Counts the cores with a usable processor; the processors if there are no cores. */
	private static int slots(Processors processors) {
		int[] cores = new int[1];
		processors.machine().forEach(piece -> {
			if (piece.type() == Type.CORE && piece.processors().intersects(processors.allowed())) {
				cores[0]++;
			}
		});
		return cores[0] > 0 ? cores[0] : processors.allowed().cardinality();
	}
}
