// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

/**
 * An operating system process on a node; since release 6.1.
 *
 * @param hostname name of the node
 * @param nodeId   number of the node
 * @param pid      process id on the node
 */
public record NodePid(String hostname, int nodeId, int pid) implements PmixValue {
	@Override
	public DataType type() {
		return DataType.NODE_PID;
	}
}
