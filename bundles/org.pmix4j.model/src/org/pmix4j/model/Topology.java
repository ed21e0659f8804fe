// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

/**
 * Description of a node's hardware.
 *
 * @param xml     hwloc's XML, version 2; empty if there is none
 * @param support hwloc's support flags on that node, as laid out in the peer's memory
 */
public record Topology(String xml, ByteObject support) implements PmixValue {
	@Override
	public DataType type() {
		return DataType.TOPO;
	}
}
