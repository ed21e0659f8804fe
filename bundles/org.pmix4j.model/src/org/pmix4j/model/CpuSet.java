// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

/**
 * The processors to which a process is bound.
 *
 * @param list in hwloc's list form, such as 0-3,8; empty where the process is not bound
 */
public record CpuSet(String list) implements PmixValue {
	@Override
	public DataType type() {
		return DataType.PROC_CPUSET;
	}
}
