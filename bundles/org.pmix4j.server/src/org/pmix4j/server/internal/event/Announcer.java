// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.event;

import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.internal.text.PeerLog;
import org.pmix4j.server.internal.hostcall.HostCalls;

/** Notifies processes and the host of events that the server raises about a process. Owned by the server, on its loop. */
public final class Announcer {
	private static final PeerLog LOG = PeerLog.of(Announcer.class);

	private final EventRouter events;
	private final HostCalls host;

	public Announcer(EventRouter events, HostCalls host) {
		this.events = events;
		this.host = host;
	}

	/**
	 * Raises an event in all processes of a collection except the affected one; does nothing if there is none.
	 *
	 * @param code  of the event
	 * @param proc  the affected process
	 * @param procs the processes to notify, with or without the affected one
	 * @param quiet whether only handlers for this code are called: default handlers often abort
	 * @param infos more about the event
	 */
	public void notifyOthers(Status code, Proc proc, Collection<Proc> procs, boolean quiet, Infos infos) {
		assert host.inLoop();
		Set<Proc> others = new LinkedHashSet<>(procs);
		others.remove(proc);
		if (others.isEmpty()) {
			return;
		}
		Infos about = infos.with(EventAttributes.EVENT_AFFECTED_PROC, proc).with(EventAttributes.EVENT_CUSTOM_RANGE,
				DataArray.ofProcs(List.copyOf(others)));
		raise(code, proc, quiet ? about.with(EventAttributes.EVENT_NON_DEFAULT, true) : about, false);
	}

	/**
	 * Raises an event in processes, its source among them.
	 *
	 * @param code   of the event
	 * @param source the process that the event comes from
	 * @param procs  the processes to notify
	 * @param quiet  whether only handlers for this code are called
	 * @param infos  more about the event
	 */
	public void announce(Status code, Proc source, Collection<Proc> procs, boolean quiet, Infos infos) {
		assert host.inLoop();
		Infos about = infos.with(EventAttributes.EVENT_CUSTOM_RANGE, DataArray.ofProcs(List.copyOf(procs)));
		raise(code, source, quiet ? about.with(EventAttributes.EVENT_NON_DEFAULT, true) : about, true);
	}

	private void raise(Status code, Proc proc, Infos infos, boolean alsoToSource) {
		try {
			RoutedEvent event = RoutedEvent.of(code, proc, DataRange.CUSTOM, infos);
			events.raise(alsoToSource ? event.withEcho() : event);
		} catch (PmixException e) {
			throw new IllegalStateException("the server made an invalid event", e);
		}
		host.run("event " + code + " of " + proc, h -> h.notifyEvent(code, proc, DataRange.CUSTOM, infos),
				status -> LOG.log(Level.DEBUG, "the host''s answer to event {0} of {1}: {2}", code, proc, status));
	}
}
