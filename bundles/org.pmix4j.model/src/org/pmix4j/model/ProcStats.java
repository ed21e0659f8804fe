// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

/**
 * Resource usage of a process.
 *
 * @param node      node on which it runs
 * @param proc      identity of the process
 * @param pid       its process id on the node
 * @param command   its command
 * @param state     state letter as shown by ps
 * @param time      processor time
 * @param priority  its priority
 * @param threads   number of threads
 * @param pss       proportional memory, in MB
 * @param vsize     virtual memory, in MB
 * @param rss       resident memory, in MB
 * @param processor processor on which it last ran
 * @param sampled   time of the sample
 */
public record ProcStats(String node, Proc proc, int pid, String command, byte state, TimeVal time, int priority, short threads,
		PmixValue.Float32 pss, PmixValue.Float32 vsize, PmixValue.Float32 rss, short processor, TimeVal sampled) implements PmixValue {
	@Override
	public DataType type() {
		return DataType.PROC_STATS;
	}
}
