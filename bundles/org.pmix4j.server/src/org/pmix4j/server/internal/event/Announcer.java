// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.event;

import java.lang.System.Logger;
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
import org.pmix4j.server.internal.hostcall.HostCalls;

/** Tells processes, and the host, of what became of one of them. Owned by the server, on the loop. */
public final class Announcer {
	private static final Logger LOG = System.getLogger(Announcer.class.getName());

	private final EventRouter events;
	private final HostCalls host;

	public Announcer(EventRouter events, HostCalls host) {
		this.events = events;
		this.host = host;
	}

	/**
	 * @param code  what happened
	 * @param proc  to whom; it is not told itself
	 * @param procs whom to tell; if there is nobody else, nothing is told
	 * @param quiet whether only those are told who asked for that code: default handlers often abort
	 * @param infos more about it
	 */
	public void tell(Status code, Proc proc, Collection<Proc> procs, boolean quiet, Infos infos) {
		Set<Proc> others = new LinkedHashSet<>(procs);
		others.remove(proc);
		if (others.isEmpty()) {
			return;
		}
		Infos about = infos.with(EventAttributes.EVENT_AFFECTED_PROC, proc).with(EventAttributes.EVENT_CUSTOM_RANGE,
				DataArray.ofProcs(List.copyOf(others)));
		raise(code, proc, quiet ? about.with(EventAttributes.EVENT_NON_DEFAULT, true) : about);
	}

	private void raise(Status code, Proc proc, Infos infos) {
		try {
			events.raise(RoutedEvent.of(code, proc, DataRange.CUSTOM, infos));
		} catch (PmixException e) {
			throw new IllegalStateException("an event of our own", e);
		}
		host.run("event " + code + " of " + proc, h -> h.notifyEvent(code, proc, DataRange.CUSTOM, infos),
				status -> LOG.log(Level.DEBUG, "the host on event {0} of {1}: {2}", code, proc, status));
	}
}
