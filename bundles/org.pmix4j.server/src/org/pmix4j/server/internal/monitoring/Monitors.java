// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.monitoring;

import java.lang.System.Logger.Level;
import java.util.HashSet;
import java.util.OptionalInt;
import java.util.Set;

import org.pmix4j.model.DataRange;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.MonitorAttributes;
import org.pmix4j.model.internal.text.PeerLog;
import org.pmix4j.server.internal.event.EventRouter;
import org.pmix4j.server.internal.event.RoutedEvent;
import org.pmix4j.server.internal.hostcall.HostCalls;
import org.pmix4j.server.internal.lifecycle.Component;
import org.pmix4j.server.internal.peer.Responder;
import org.pmix4j.server.internal.peer.ServerPeer;
import org.pmix4j.server.options.ServerOptions;
import org.pmix4j.wire.internal.loop.EventLoop;
import org.pmix4j.wire.internal.message.ControlRequest;
import org.pmix4j.wire.internal.message.Reply;

/**
 * Handles monitoring requests: heartbeats and files are monitored here unless that is disabled, everything else by the host until the
 * requester is gone. Alerts are events; unlike in the C library, the monitored process receives its own, too. Owned by the server, on the
 * loop.
 *
 * @see "PMIx Standard, chapter Job Management and Reporting; OpenPMIx src/server/pmix_server_ops.c, pmix_server_monitor"
 */
public final class Monitors implements Component {
	private static final PeerLog LOG = PeerLog.of(Monitors.class);
	private static final Info ALL_OF_THEM = Info.of(MonitorAttributes.MONITOR_CANCEL.key(), PmixValue.Undef.INSTANCE);

	private final HostCalls host;
	private final EventRouter events;
	private final Sensors sensors;
	private final OptionalInt ownUid;
	private final boolean enabled;
	/** Peers for which the host may monitor something. */
	private final Set<ServerPeer> asked = new HashSet<>();

	public Monitors(HostCalls host, EventRouter events, EventLoop loop, ServerOptions options, OptionalInt ownUid) {
		this.host = host;
		this.events = events;
		this.ownUid = ownUid;
		this.enabled = options.monitoring();
		this.sensors = new Sensors(loop, options.executor(), this::raise);
	}

	public void monitor(ControlRequest.Monitor request, Responder responder) throws PmixException {
		assert host.inLoop();
		ServerPeer peer = responder.peer();
		if (ownUid.isPresent() && ownUid.getAsInt() != peer.uid()) {
			throw new PmixException(Status.ERR_NO_PERMISSIONS, "this server monitors only processes of its own user");
		}
		boolean cancel = request.monitor().key().equals(MonitorAttributes.MONITOR_CANCEL.key());
		if (enabled && sensors.serve(peer, new SensorRequest(peer.proc(), request.monitor(), request.error(), request.infos()))) {
			if (!cancel || !asked.contains(peer)) {
				responder.reply(Status.SUCCESS);
				return;
			}
		}
		asked.add(peer);
		host.call("monitor for " + peer.proc(), h -> h.monitor(peer.proc(), request.monitor(), request.error(), request.infos()),
				found -> answer(peer, responder, new Reply.InfosReply(Status.SUCCESS, found)),
				status -> answer(peer, responder, new Reply.InfosReply(isNone(status, cancel) ? Status.SUCCESS : status, Infos.EMPTY)));
	}

	/**
	 * Cancels monitors of this server.
	 *
	 * @param peer the requester of the monitors
	 * @param id   of the monitors; empty for all of the requester, some of which the host may have
	 * @return whether there was one with that name
	 */
	public boolean cancel(ServerPeer peer, String id) {
		assert host.inLoop();
		return sensors.stop(peer, id) && !id.isEmpty();
	}

	/** Returns whether a cancel request found no monitor of the host. */
	private boolean isNone(Status status, boolean cancel) {
		return enabled && cancel && status.equals(Status.ERR_NOT_SUPPORTED);
	}

	/** Answers the requester. If it disconnected before the host started to monitor, the monitor ends immediately. */
	private void answer(ServerPeer peer, Responder responder, Reply reply) {
		responder.reply(reply);
		if (peer.isGone()) {
			end(peer);
		}
	}

	private void end(ServerPeer peer) {
		asked.remove(peer);
		host.call("end of the monitors for " + peer.proc(), h -> h.monitor(peer.proc(), ALL_OF_THEM, Status.SUCCESS, Infos.EMPTY), found -> {
		}, status -> LOG.log(Level.DEBUG, "the host''s answer to ending the monitors for {0}: {1}", peer.proc(), status));
	}

	@Override
	public void peerGone(ServerPeer peer) {
		sensors.gone(peer);
		if (asked.contains(peer)) {
			end(peer);
		}
	}

	/** Processes a heartbeat of a peer. */
	public void beat(ServerPeer peer) {
		assert host.inLoop();
		sensors.beat(peer);
	}

	private void raise(Alert alert) {
		assert host.inLoop();
		try {
			RoutedEvent event = RoutedEvent.of(alert.code(), alert.proc(), alert.range(), alert.infos()).withEcho();
			events.raise(event);
			if (!alert.range().equals(DataRange.LOCAL) && !alert.range().equals(DataRange.PROC_LOCAL)) {
				host.run("alert", h -> h.notifyEvent(event.code(), event.source(), event.range(), event.infos()),
						status -> LOG.log(Level.DEBUG, "the host''s answer to alert {0} of {1}: {2}", event.code(), event.source(), status));
			}
		} catch (PmixException e) {
			host.warn("alert " + alert.code() + " of " + alert.proc() + " cannot be raised: " + e.getMessage());
		}
	}

	@Override
	public void dump(StringBuilder out) {
		sensors.dump(out);
	}
}
