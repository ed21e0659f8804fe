// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.session;

import org.pmix4j.host.HostListener;
import org.pmix4j.host.internal.process.ProcessLoop;
import org.pmix4j.host.internal.thread.HostThread;
import org.pmix4j.host.internal.topology.SharedTopology;
import org.pmix4j.server.PmixServer;

/**
 * What a job needs of its host. Immutable; the parts say for themselves which thread may use them.
 *
 * @param thread    owns the state of all jobs
 * @param loop      starts and reaps processes
 * @param server    of all ranks
 * @param directory of the session
 * @param session   where jobs run, and what runs in it
 * @param info      about this machine and us
 * @param topology  tells ranks what hardware there is
 * @param listener  is told what happens
 */
public record HostContext(HostThread thread, ProcessLoop loop, PmixServer server, SessionDirectory directory, SessionRun session,
		HostInfo info, SharedTopology topology, HostListener listener) {
}
