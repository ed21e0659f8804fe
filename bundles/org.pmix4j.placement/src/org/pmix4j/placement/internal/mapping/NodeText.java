// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.internal.mapping;

import java.util.List;

import org.pmix4j.placement.internal.mapping.NodeHardware.Piece;
import org.pmix4j.placement.internal.topology.HardwareObject.Type;

/**
 * Writes the nodes of a job and their processors as PRRTE 3.0.8 does. Stateless.
 *
 * @see "PRRTE 3, prterun --display allocation and cpus"
 */
public final class NodeText {
	/**
	 * A node of the allocation.
	 *
	 * @param name     its host name
	 * @param slots    the number of processes that run there without oversubscription
	 * @param maxSlots the number of processes that is never exceeded; 0 for no limit
	 * @param used     the number of processes of other jobs there
	 * @param given    whether the slots were stated rather than counted, or count for a job that is launched
	 * @param aliases  the names by which it is known; empty if it exists only in a description
	 */
	public record Line(String name, int slots, int maxSlots, int used, boolean given, List<String> aliases) {
		/** Copies the list. */
		public Line {
			aliases = List.copyOf(aliases);
		}
	}

	private NodeText() {
	}

	/**
	 * @param nodes     of the job's session
	 * @param parseable whether the text is XML
	 * @return the nodes and their slots
	 */
	public static String allocation(List<Line> nodes, boolean parseable) {
		StringBuilder out = new StringBuilder(
				parseable ? "<allocation>\n" : "\n======================   ALLOCATED NODES   ======================\n");
		for (Line node : nodes) {
			if (parseable) {
				out.append("\t<host name=\"").append(node.name).append("\" slots=\"").append(node.slots).append("\" max_slots=\"")
						.append(node.maxSlots).append("\" slots_inuse=\"").append(node.used).append("\"/>\n");
			} else {
				String flags = (node.aliases.isEmpty() ? "" : "DAEMON_LAUNCHED:LOCATION_VERIFIED") + (node.given ? ":SLOTS_GIVEN" : "");
				out.append("    ").append(node.name).append(": slots=").append(node.slots).append(" max_slots=").append(node.maxSlots)
						.append(" slots_inuse=").append(node.used).append(" state=UP\n\tFlags: ")
						.append(flags.isEmpty() ? "NONE" : flags.startsWith(":") ? flags.substring(1) : flags).append("\n\taliases: ")
						.append(node.aliases.isEmpty() ? "NONE" : String.join(",", node.aliases)).append('\n');
			}
		}
		return out.append(parseable ? "</allocation>\n" : "=================================================================\n").toString();
	}

	/**
	 * @param name      of the node, or N/A if all nodes are alike
	 * @param hardware  its usable hardware
	 * @param hwthreads whether hardware threads rather than cores are shown
	 * @return the usable processors of each package
	 */
	public static String processors(String name, NodeHardware hardware, boolean hwthreads) {
		StringBuilder out = new StringBuilder("\n======================   AVAILABLE PROCESSORS [node: ").append(name)
				.append("]   ======================\n\n");
		for (Piece pack : hardware.all(Type.PACKAGE)) {
			out.append("PKG[").append(pack.index()).append("]: ")
					.append(pack.cpus().isEmpty() ? "NONE" : BindingText.numbers(hardware, pack.cpus(), hwthreads)).append('\n');
		}
		return out.append("\n======================================================================\n").toString();
	}
}
