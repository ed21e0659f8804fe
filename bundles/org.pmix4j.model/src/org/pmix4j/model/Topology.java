// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

/**
 * A description of a node's hardware.
 *
 * @param xml     hwloc's XML, version 2; empty where there is none
 * @param support hwloc's flags of what it can do on that node, as the peer laid them out in memory
 */
public record Topology(String xml, ByteObject support) implements PmixValue {
	@Override
	public DataType type() {
		return DataType.TOPO;
	}
}
