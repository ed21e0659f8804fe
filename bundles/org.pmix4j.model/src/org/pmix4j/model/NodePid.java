// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

/**
 * An operating system process on a node; since release 6.1.
 *
 * @param hostname the node's name
 * @param nodeId   its number
 * @param pid      the process's id there
 */
public record NodePid(String hostname, int nodeId, int pid) implements PmixValue {
	@Override
	public DataType type() {
		return DataType.NODE_PID;
	}
}
