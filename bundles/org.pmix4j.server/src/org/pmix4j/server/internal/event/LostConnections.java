// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.event;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.pmix4j.model.DataRange;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.internal.text.PeerLog;
import org.pmix4j.server.internal.hostcall.DumpText;
import org.pmix4j.server.internal.hostcall.HostCalls;
import org.pmix4j.server.internal.lifecycle.Component;
import org.pmix4j.wire.internal.loop.EventLoop;

/**
 * Notifies the host of connections that were lost without PMIx_Finalize, as the C library notifies the event handlers of the server's own
 * process. Connections that are lost at about the same time, such as those of all ranks of a killed job, make one event. Owned by the
 * server, on its loop.
 *
 * @see "OpenPMIx src/event/pmix_event_notification.c, pmix_event_caching_window, which is a second there"
 */
public final class LostConnections implements Component {
	private static final PeerLog LOG = PeerLog.of(LostConnections.class);
	/** Long enough for the processes of a job that is killed, short enough for a host that wants to act. */
	private static final Duration WINDOW = Duration.ofMillis(100);

	private final HostCalls host;
	private final EventLoop loop;
	private final List<Proc> gone = new ArrayList<>();

	public LostConnections(HostCalls host, EventLoop loop) {
		this.host = host;
		this.loop = loop;
	}

	@Override
	public void connectionLost(Proc proc) {
		assert loop.inLoop();
		if (gone.isEmpty()) {
			loop.schedule(WINDOW, this::notifyHost);
		}
		gone.add(proc);
	}

	/** Notifies the host. The source of the event is the first process; one info names each process. */
	private void notifyHost() {
		assert loop.inLoop();
		Proc source = gone.get(0);
		Infos all = new Infos(gone.stream().map(proc -> Info.of(ProcAttributes.PROCID, proc)).toList());
		String what = "loss of " + DumpText.procs(gone);
		gone.clear();
		host.run(what, h -> h.notifyEvent(Status.ERR_LOST_CONNECTION, source, DataRange.PROC_LOCAL, all),
				status -> LOG.log(Level.DEBUG, "the host''s answer to the {0}: {1}", what, status));
	}
}
