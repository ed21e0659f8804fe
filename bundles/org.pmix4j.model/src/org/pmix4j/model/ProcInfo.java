// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

/**
 * An entry of a process table. The exit code, which C also stores, is not transmitted.
 *
 * @param proc       identity of the process
 * @param hostname   its node; empty if unknown
 * @param executable its executable; empty if unknown
 * @param pid        its process id on the node; 0 if it has none yet
 * @param state      its state
 */
public record ProcInfo(Proc proc, String hostname, String executable, int pid, ProcState state) implements PmixValue {
	@Override
	public DataType type() {
		return DataType.PROC_INFO;
	}
}
