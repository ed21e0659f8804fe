// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.session;

import java.util.function.Consumer;

import org.pmix4j.host.HostListener;
import org.pmix4j.host.internal.log.LogService;
import org.pmix4j.host.internal.memory.JobMemory;
import org.pmix4j.host.internal.pmi.PmiRanks;
import org.pmix4j.host.internal.thread.HostThread;
import org.pmix4j.host.internal.thread.TaskQueue;
import org.pmix4j.server.options.OwnUser;
import org.pmix4j.server.spi.LoopServer;

/**
 * The services of a host that all its jobs share. Immutable; each part states which threads may use it.
 *
 * @param thread   owns the state of all jobs
 * @param server   of all ranks
 * @param sessions the sessions in which jobs run
 * @param user     the user of this process, and of all ranks
 * @param topology describes the hardware for ranks
 * @param listener follows all jobs
 * @param log      logs the events of jobs in the channels of PMIx_Log
 * @param memory   for jobs
 * @param mapping  maps jobs one after the other, since each takes slots
 * @param pmi      serves ranks that speak PMI-1
 */
public record HostContext(HostThread thread, LoopServer server, Sessions sessions, OwnUser user, SharedTopology topology,
		HostListener listener, LogService.EventLog log, JobMemory memory, TaskQueue mapping, PmiRanks pmi) {
	/**
	 * @param receiver is called on the host's thread with each exception of a task that is given to the thread of the result
	 * @return the same services
	 */
	public HostContext failing(Consumer<RuntimeException> receiver) {
		return new HostContext(thread.failing(receiver), server, sessions, user, topology, listener, log, memory, mapping, pmi);
	}
}
