// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.spawn;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.pmix4j.job.Node;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataType;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.DebuggerAttributes;

/**
 * Places the ranks of a spawned job beside processes that run: debugger daemons beside their target, other programs beside any processes.
 * The number of ranks follows from the places. Stateless.
 *
 * @see "PRRTE 3, rmaps/base map_colocate"
 */
final class Colocation {
	private static final Set<String> KEYS = Stream.<Attribute<?>>of(DebuggerAttributes.COLOCATE_PROCS, DebuggerAttributes.COLOCATE_NPERNODE,
			DebuggerAttributes.COLOCATE_NPERPROC, DebuggerAttributes.DEBUG_DAEMONS_PER_NODE, DebuggerAttributes.DEBUG_DAEMONS_PER_PROC)
			.map(Attribute::key).collect(Collectors.toUnmodifiableSet());

	private Colocation() {
	}

	/** Returns the keys of all directives that count here. */
	static Stream<String> keys() {
		return KEYS.stream();
	}

	/** Returns whether a directive of that key counts here. */
	static boolean reads(String key) {
		return KEYS.contains(key);
	}

	/** Returns where directives have no effect that choose places, too; empty if no directive that counts here is given. */
	static Optional<String> place(Infos infos) {
		return infos.stream().filter(info -> reads(info.key())).findFirst().map(info -> "beside " + SpawnSupport.name(info));
	}

	/** Returns the report about a number of ranks that a request names although its places are given; 0 and 1 are what C programs leave. */
	static List<String> ignoredCounts(SpawnRequest request, int places) {
		String place = place(request.infos()).orElseThrow();
		return request.apps().stream().filter(app -> app.maxProcs() > 1 && app.maxProcs() != places)
				.map(app -> SpawnSupport.ignored("maxprocs of " + app.maxProcs(), place)).distinct().toList();
	}

	/** Returns the keys that request daemons. */
	static Stream<String> daemonKeys() {
		return Stream.of(DebuggerAttributes.DEBUG_DAEMONS_PER_NODE.key(), DebuggerAttributes.DEBUG_DAEMONS_PER_PROC.key());
	}

	/**
	 * Returns the node of each rank of a program in the order of the ranks; empty if the directives request no such place.
	 *
	 * @param infos    directives of the job
	 * @param running  returns the node of each rank that a process with a rank or a wildcard stands for
	 * @throws PmixException FAILED_TO_MAP if the directives contradict each other or name a process that does not run
	 */
	static Optional<List<Node>> read(Infos infos, Function<Proc, List<Node>> running) throws PmixException {
		Optional<Integer> perNode = number(infos, DebuggerAttributes.DEBUG_DAEMONS_PER_NODE);
		Optional<Integer> perProc = number(infos, DebuggerAttributes.DEBUG_DAEMONS_PER_PROC);
		boolean daemons = perNode.isPresent() || perProc.isPresent();
		Optional<PmixValue> others = infos.value(DebuggerAttributes.COLOCATE_PROCS.key());
		Optional<Integer> othersPerNode = number(infos, DebuggerAttributes.COLOCATE_NPERNODE);
		Optional<Integer> othersPerProc = number(infos, DebuggerAttributes.COLOCATE_NPERPROC);
		boolean beside = others.isPresent() || othersPerNode.isPresent() || othersPerProc.isPresent();
		if (!daemons && !beside) {
			return Optional.empty();
		}
		if (daemons && beside) {
			throw unplaced("PMIX_DEBUG_DAEMONS_PER_... and PMIX_COLOCATE_... exclude each other");
		}
		Optional<Integer> node = daemons ? perNode : othersPerNode;
		Optional<Integer> proc = daemons ? perProc : othersPerProc;
		List<Proc> named = daemons ? target(infos) : procs(others);
		if (node.isPresent() && proc.isPresent()) {
			throw unplaced(daemons ? "PMIX_DEBUG_DAEMONS_PER_NODE and PMIX_DEBUG_DAEMONS_PER_PROC exclude each other"
					: "PMIX_COLOCATE_NPERNODE and PMIX_COLOCATE_NPERPROC exclude each other");
		} else if (node.isEmpty() && proc.isEmpty()) {
			throw unplaced("PMIX_COLOCATE_PROCS needs PMIX_COLOCATE_NPERNODE or PMIX_COLOCATE_NPERPROC");
		}
		List<Node> targets = nodes(named, running);
		return Optional.of(node.isPresent() ? repeat(List.copyOf(new LinkedHashSet<>(targets)), node.get())
				: byNode(repeat(targets, proc.get())));
	}

	private static Optional<Integer> number(Infos infos, Attribute<Integer> attribute) throws PmixException {
		Optional<Integer> number = infos.get(attribute);
		if (number.isPresent() && number.get() < 1) {
			throw unplaced(attribute.name() + " must be at least 1");
		}
		return number;
	}

	private static List<Proc> target(Infos infos) throws PmixException {
		return List.of(infos.get(DebuggerAttributes.DEBUG_TARGET)
				.orElseThrow(() -> unplaced("debugger daemons need " + DebuggerAttributes.DEBUG_TARGET.name())));
	}

	private static List<Proc> procs(Optional<PmixValue> array) throws PmixException {
		String name = DebuggerAttributes.COLOCATE_PROCS.name();
		List<Proc> procs = new ArrayList<>();
		if (array.isPresent()) {
			if (!(array.get() instanceof DataArray given) || !given.elementType().equals(DataType.PROC)) {
				throw new PmixException(Status.ERR_BAD_PARAM, "spawn: " + name + " must be an array of processes, not " + array.get().type());
			}
			given.elements().forEach(element -> procs.add((Proc) element));
		}
		if (procs.isEmpty()) {
			throw unplaced("a number of ranks beside others needs " + name);
		}
		return procs;
	}

	private static List<Node> nodes(List<Proc> targets, Function<Proc, List<Node>> running) throws PmixException {
		List<Node> nodes = new ArrayList<>();
		for (Proc target : targets) {
			List<Node> found = running.apply(target);
			if (found.isEmpty()) {
				throw unplaced(target + " does not run, so nothing can be placed beside it");
			}
			nodes.addAll(found);
		}
		return nodes;
	}

	private static List<Node> repeat(List<Node> nodes, int times) {
		List<Node> places = new ArrayList<>(nodes.size() * times);
		for (Node node : nodes) {
			for (int i = 0; i < times; i++) {
				places.add(node);
			}
		}
		return places;
	}

	/** Puts places on the same node next to each other, nodes in the order of their first place. */
	private static List<Node> byNode(List<Node> places) {
		return new LinkedHashSet<>(places).stream().flatMap(node -> places.stream().filter(node::equals)).toList();
	}

	private static PmixException unplaced(String problem) {
		return new PmixException(Status.ERR_JOB_FAILED_TO_MAP, "spawn: " + problem);
	}
}
