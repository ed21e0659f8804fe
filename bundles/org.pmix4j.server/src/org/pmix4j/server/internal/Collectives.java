// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.ServerAttributes;
import org.pmix4j.wire.loop.EventLoop;
import org.pmix4j.wire.loop.Timer;
import org.pmix4j.wire.message.DataRequest;

/**
 * Fences: gathers the calls of all local participants, then answers them, or asks the host first if others take part. Owned
 * by the server, on the loop.
 *
 * @see "PMIx Standard, chapter Synchronization and Data Access Operations, PMIx_Fence; OpenPMIx
 *      src/server/pmix_server_ops.c, pmix_server_fence"
 */
final class Collectives {
	private static final Logger LOG = System.getLogger(Collectives.class.getName());

	private final EventLoop loop;
	private final NamespaceRegistry registry;
	private final ModexBlob modexBlob;
	private final HostCalls host;
	private final List<Collective> open = new ArrayList<>();

	Collectives(EventLoop loop, NamespaceRegistry registry, ModexBlob modexBlob, HostCalls host) {
		this.loop = loop;
		this.registry = registry;
		this.modexBlob = modexBlob;
		this.host = host;
	}

	/** A process joins a fence. */
	void fence(DataRequest.Fence request, Responder responder) throws PmixException {
		boolean collect = request.infos().isTrue(KeyValueAttributes.COLLECT_DATA);
		Optional<Integer> limit = request.infos().get(KeyValueAttributes.TIMEOUT);
		Collective fence = find(CollectiveKey.of(CollectiveKey.Operation.FENCE, request.procs()), responder.peer);
		fence.joined.add(new Collective.Joined(responder, request.infos(), collect));
		startTimer(fence, limit);
		proceed(fence);
	}

	/** A process that calls again before the others came means the next operation, not this one twice. */
	private Collective find(CollectiveKey key, ServerPeer peer) {
		for (Collective next : open) {
			if (next.key.equals(key) && !next.upward && !next.hasJoined(peer)) {
				return next;
			}
		}
		Collective made = new Collective(key, loop.nanos());
		open.add(made);
		return made;
	}

	private void startTimer(Collective collective, Optional<Integer> limit) {
		if (limit.isPresent() && limit.get() > 0 && collective.timer == Timer.NONE) {
			collective.timer = loop.schedule(Duration.ofSeconds(limit.get()), () -> end(collective, Status.ERR_TIMEOUT));
		}
	}

	private void proceed(Collective collective) {
		Membership membership = Membership.of(collective.key.procs(), registry);
		if (collective.upward || !membership.isComplete() || !collective.missing(membership).isEmpty()) {
			return;
		}
		if (collective.disagrees()) {
			end(collective, Status.ERR_INVALID_ARG);
		} else if (membership.isLocal()) {
			end(collective, collective.status);
		} else {
			askHost(collective, membership);
		}
	}

	/** The host has to watch the time from now on, since only it knows about the others. */
	private void askHost(Collective collective, Membership membership) {
		collective.upward = true;
		collective.timer.cancel();
		List<Proc> procs = collective.key.procs();
		Infos infos = collective.joined.get(0).infos().with(ServerAttributes.SORTED_PROC_ARRAY, true)
				.with(ServerAttributes.LOCAL_COLLECTIVE_STATUS, collective.status);
		try {
			boolean collect = collective.joined.get(0).collect();
			ByteObject contribution = collect ? modexBlob.write(procs, membership.expected()) : ByteObject.EMPTY;
			host.call("fence of " + procs, h -> h.fence(procs, infos, contribution), all -> end(collective, collect ? store(procs, all) : Status.SUCCESS),
					status -> end(collective, status));
		} catch (PmixException e) {
			end(collective, e.status());
		}
	}

	private Status store(List<Proc> procs, ByteObject all) {
		try {
			modexBlob.read(procs, all);
			return Status.SUCCESS;
		} catch (PmixException e) {
			LOG.log(Level.ERROR, "what the host collected in the fence of {0} cannot be read: {1}", procs, e.getMessage());
			return e.status();
		}
	}

	private void end(Collective collective, Status status) {
		collective.timer.cancel();
		open.remove(collective);
		if (collective.joined.stream().allMatch(Collective.Joined::collect) && !status.equals(Status.ERR_TIMEOUT)) {
			offerData(collective);
		}
		for (Collective.Joined participant : collective.joined) {
			participant.responder().reply(status);
		}
	}

	private static void offerData(Collective collective) {
		List<Proc> participants = collective.joined.stream().map(Collective.Joined::proc).distinct().toList();
		for (Collective.Joined participant : collective.joined) {
			participant.responder().peer.bulk.offer(participants);
		}
	}

	/** Something was registered, so that what had to wait may go on. */
	void registryChanged() {
		new ArrayList<>(open).forEach(this::proceed);
	}

	/** A connection ended: nobody can be answered on it. */
	void peerGone(ServerPeer peer) {
		for (Collective collective : open) {
			collective.joined.removeIf(j -> j.responder().peer == peer);
		}
		open.removeIf(c -> c.joined.isEmpty());
	}

	/**
	 * A process died without a farewell: the others need not wait for it, but are told that it was not complete.
	 *
	 * @param proc is marked as lost already
	 */
	void lost(Proc proc) {
		for (Collective collective : new ArrayList<>(open)) {
			if (collective.key.procs().stream().anyMatch(member -> member.covers(proc))) {
				collective.status = Status.ERR_PARTIAL_SUCCESS;
				proceed(collective);
			}
		}
	}

	/** A namespace is gone: what waits for it will never end by itself. */
	void namespaceGone(String nspace) {
		for (Collective collective : new ArrayList<>(open)) {
			if (collective.key.procs().stream().anyMatch(member -> member.nspace().equals(nspace))) {
				end(collective, Status.ERR_LOST_CONNECTION);
			}
		}
	}

	void dump(StringBuilder out) {
		for (Collective collective : open) {
			Set<Proc> missing = new LinkedHashSet<>(collective.missing(Membership.of(collective.key.procs(), registry)));
			out.append("  fence of ").append(collective.key.procs()).append(" waits for ")
					.append(collective.upward ? "the host" : missing.isEmpty() ? "registrations" : missing).append(" since ")
					.append(Dump.seconds(loop.nanos() - collective.since)).append('\n');
		}
	}
}
