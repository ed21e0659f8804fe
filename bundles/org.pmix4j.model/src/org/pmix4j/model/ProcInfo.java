// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

/**
 * What is known of a process, as process tables list it. The exit code that C holds besides is not transmitted.
 *
 * @param proc       who it is
 * @param hostname   where it runs; empty if unknown
 * @param executable what it runs; empty if unknown
 * @param pid        its id there; 0 if it has none yet
 * @param state      how it fares
 */
public record ProcInfo(Proc proc, String hostname, String executable, int pid, ProcState state) implements PmixValue {
	@Override
	public DataType type() {
		return DataType.PROC_INFO;
	}
}
