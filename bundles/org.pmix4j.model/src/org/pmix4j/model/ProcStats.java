// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

/**
 * Resource usage of a process.
 *
 * @param node      where it runs
 * @param proc      who it is
 * @param pid       its id on the node
 * @param command   what it runs
 * @param state     a letter as ps shows it
 * @param time      processor time
 * @param priority  its priority
 * @param threads   number of threads
 * @param pss       proportional memory, in MB
 * @param vsize     virtual memory, in MB
 * @param rss       resident memory, in MB
 * @param processor on which it ran last
 * @param sampled   when that was so
 */
public record ProcStats(String node, Proc proc, int pid, String command, byte state, TimeVal time, int priority, short threads,
		PmixValue.Float32 pss, PmixValue.Float32 vsize, PmixValue.Float32 rss, short processor, TimeVal sampled) implements PmixValue {
	@Override
	public DataType type() {
		return DataType.PROC_STATS;
	}
}
