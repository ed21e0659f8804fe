// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.event;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.pmix4j.model.DataRange;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.model.Wait;
import org.pmix4j.model.attributes.DebuggerAttributes;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.internal.text.PeerLog;
import org.pmix4j.server.internal.hostcall.DumpText;
import org.pmix4j.server.internal.hostcall.HostCalls;
import org.pmix4j.server.internal.jobinfo.StopPoints;
import org.pmix4j.server.internal.lifecycle.Component;
import org.pmix4j.server.internal.peer.ServerPeer;
import org.pmix4j.server.internal.registry.Client;
import org.pmix4j.server.internal.registry.Namespace;
import org.pmix4j.server.internal.registry.NamespaceRegistry;
import org.pmix4j.wire.internal.loop.EventLoop;

/**
 * Processes that have stopped for a debugger. The host is notified once, when the last local process of a job that must stop has done so,
 * wherever it stops. They continue when they get the release event. Owned by the server, on its loop.
 *
 * @see "PMIx Standard, chapter Tools and Debuggers; OpenPMIx src/server/pmix_server.c, debugger_aggregator"
 */
public final class DebugHolds implements Component {
	/** The breakpoint at which the C library itself stops. */
	private static final String INIT = "pmix-init";
	private static final PeerLog LOG = PeerLog.of(DebugHolds.class);

	private record Place(String nspace, String breakpoint) {
	}

	/** One breakpoint of one job. */
	private static final class Hold {
		private final Set<Proc> stopped = new LinkedHashSet<>();
		private final Infos infos;
		private final long since;
		private boolean reported;

		private Hold(Infos infos, long since) {
			this.infos = infos;
			this.since = since;
		}
	}

	private final NamespaceRegistry registry;
	private final HostCalls host;
	private final EventLoop loop;
	private final Map<Place, Hold> holds = new LinkedHashMap<>();

	public DebugHolds(NamespaceRegistry registry, HostCalls host, EventLoop loop) {
		this.registry = registry;
		this.host = host;
		this.loop = loop;
	}

	/**
	 * Returns whether an event comes from the C library itself, which reports the stop only to its server. Its targets do not count: release
	 * 6.1 sends an uninitialized target.
	 */
	static boolean isStopInInit(Status code, Infos infos) throws PmixException {
		return code.equals(Status.READY_FOR_DEBUG) && infos.get(DebuggerAttributes.BREAKPOINT).filter(INIT::equals).isPresent();
	}

	/** Adds a process that has stopped, according to the event that it has raised. */
	void addStopped(Proc proc, Infos given) throws PmixException {
		assert loop.inLoop();
		Infos infos = given.without(Set.of(EventAttributes.EVENT_CUSTOM_RANGE.key()));
		Place place = new Place(proc.nspace(), infos.get(DebuggerAttributes.BREAKPOINT).orElse(""));
		Hold hold = holds.computeIfAbsent(place, p -> new Hold(infos, loop.nanos()));
		hold.stopped.add(proc);
		proceed(place, hold);
	}

	/** Adds a process that registers for its release, if its PMIx release is older than 4.0 and does not report a stop otherwise. */
	void addIfStopped(ServerPeer peer) throws PmixException {
		assert loop.inLoop();
		if (!peer.version().isAtLeast(4, 0, 0) && points(peer.proc().nspace()).filter(p -> p.stopsInInit(peer.proc().rank())).isPresent()) {
			addStopped(peer.proc(), Infos.of(Info.of(EventAttributes.EVENT_NON_DEFAULT, true), Info.of(DebuggerAttributes.BREAKPOINT, INIT)));
		}
	}

	@Override
	public void peerGone(ServerPeer peer) {
		release(peer.proc());
	}

	/** Forgets that a process has stopped, because it continues or is gone. */
	void release(Proc proc) {
		assert loop.inLoop();
		holds.values().removeIf(hold -> hold.stopped.remove(proc) && hold.stopped.isEmpty());
	}

	@Override
	public void registryChanged() {
		List.copyOf(holds.keySet()).forEach(place -> proceed(place, holds.get(place)));
	}

	@Override
	public void namespaceGone(String nspace) {
		holds.keySet().removeIf(place -> place.nspace.equals(nspace));
	}

	/** Notifies the host when all ranks have stopped; in a job without directives to stop, of each rank separately. */
	private void proceed(Place place, Hold hold) {
		boolean together = points(place.nspace).isPresent();
		if (!together) {
			hold.stopped.forEach(proc -> notifyHost(proc, hold.infos));
			holds.remove(place);
		} else if (!hold.reported && isComplete(place.nspace) && missing(place.nspace).findAny().isEmpty()) {
			notifyAllStopped(place.nspace, hold.infos);
		}
	}

	/** Notifies the host of all places of a job that have not been reported yet. */
	private void notifyAllStopped(String nspace, Infos infos) {
		List<String> names = new ArrayList<>();
		int size = 0;
		for (Map.Entry<Place, Hold> entry : holds.entrySet()) {
			if (entry.getKey().nspace.equals(nspace) && !entry.getValue().reported) {
				entry.getValue().reported = true;
				names.add(entry.getKey().breakpoint);
				size += entry.getValue().stopped.size();
			}
		}
		Infos given = names.size() == 1 ? infos
				: infos.without(Set.of(DebuggerAttributes.BREAKPOINT.key())).with(DebuggerAttributes.BREAKPOINT, String.join(", ", names));
		notifyHost(new Proc(nspace, Rank.LOCAL_PEERS), given.with(NodeAttributes.LOCAL_SIZE, size));
	}

	private boolean isComplete(String nspace) {
		return registry.find(nspace).filter(Namespace::isComplete).isPresent();
	}

	private void notifyHost(Proc source, Infos infos) {
		host.run("ready for debug of " + source,
				h -> h.notifyEvent(Status.READY_FOR_DEBUG, source, DataRange.RM, infos),
				status -> LOG.log(Level.DEBUG, "the host''s answer to the stop of {0} for a debugger: {1}", source, status));
	}

	private Optional<StopPoints> points(String nspace) {
		return registry.find(nspace).flatMap(Namespace::jobInfo).map(job -> job.stops()).filter(stops -> !stops.isEmpty());
	}

	/** @return the local ranks of a job that must stop and have not, looked up one by one: for each that stops, the first is enough */
	private Stream<Proc> missing(String nspace) {
		StopPoints points = points(nspace).orElseThrow();
		List<Set<Proc>> stopped = holds.entrySet().stream().filter(hold -> hold.getKey().nspace.equals(nspace))
				.map(hold -> hold.getValue().stopped).toList();
		return registry.find(nspace).orElseThrow().clients().stream()
				.filter(client -> !client.isGone() && points.stops(client.proc().rank())).map(Client::proc)
				.filter(proc -> stopped.stream().noneMatch(procs -> procs.contains(proc)));
	}

	@Override
	public void waits(Consumer<Wait> out) {
		holds.forEach((place, hold) -> {
			List<Proc> missing = missing(place.nspace).toList();
			long age = loop.nanos() - hold.since;
			out.accept(new Wait(DumpText.procs(hold.stopped) + " stopped for a debugger at '" + place.breakpoint + "', waiting for "
					+ (missing.isEmpty() ? "their release" : DumpText.procs(missing)),
					List.copyOf(hold.stopped), missing, Duration.ofNanos(age)));
		});
	}

	@Override
	public void dump(StringBuilder out) {
		DumpText.lines(this::waits, out);
	}
}
