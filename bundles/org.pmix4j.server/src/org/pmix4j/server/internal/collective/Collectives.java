// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.collective;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.pmix4j.model.Wait;
import org.pmix4j.server.spi.CollectiveListener;

import org.jspecify.annotations.Nullable;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.server.internal.hostcall.DumpText;
import org.pmix4j.server.internal.lifecycle.Component;
import org.pmix4j.server.internal.peer.ServerPeer;
import org.pmix4j.server.internal.registry.NamespaceRegistry;
import org.pmix4j.wire.internal.loop.EventLoop;
import org.pmix4j.wire.internal.loop.Timer;

/**
 * Matches the calls of all local participants of an operation, calls the host if other servers take part, and has the replies sent.
 * Independent of the kind of operation. Owned by the server, on its loop.
 *
 * @see "OpenPMIx src/server/pmix_server_ops.c, get_tracker and new_tracker"
 */
public final class Collectives implements Component {
	/** Limit on the participants that one peer names in all its open operations. */
	private static final int MOST_NAMED = 1 << 18;

	private final EventLoop loop;
	private final NamespaceRegistry registry;
	private final CollectiveListener listener;
	private final Memberships memberships;
	private final Set<Collective> open = new LinkedHashSet<>();
	private final Map<CollectiveKey, List<Collective>> byKey = new HashMap<>();
	/** The number of participants that each peer has named in open operations. */
	private final Map<ServerPeer, Integer> named = new HashMap<>();
	/** The last list of participants with its key, because all participants usually name the same ones. */
	private List<Proc> lastProcs = List.of();
	private @Nullable CollectiveKey lastKey;

	/**
	 * @param loop     of the server
	 * @param registry of the server
	 * @param listener follows the operations
	 */
	public Collectives(EventLoop loop, NamespaceRegistry registry, CollectiveListener listener) {
		this.loop = loop;
		this.listener = listener;
		this.registry = registry;
		this.memberships = new Memberships(registry);
	}

	/** @return the key of an operation that is matched by its participants */
	public CollectiveKey key(CollectiveOperation operation, List<Proc> procs) {
		CollectiveKey known = lastKey;
		if (known == null || known.operation() != operation || !procs.equals(lastProcs)) {
			known = CollectiveKey.of(operation, procs);
			lastProcs = procs;
			lastKey = known;
		}
		return known;
	}

	/**
	 * Adds a process to an operation.
	 *
	 * @param key         matches its call with the calls of other processes
	 * @param procs       the participants that this process has named
	 * @param infos       its directives
	 * @param limit       how long it waits for the other local participants; after that the host has to watch the time
	 * @param participant gets the reply
	 * @throws PmixException BAD_PARAM if it is not a participant, and so would wait forever; OUT_OF_RESOURCE if it names too many participants
	 */
	public void join(CollectiveKey key, List<Proc> procs, Infos infos, Optional<Duration> limit, Collective.Joined participant)
			throws PmixException {
		assert loop.inLoop();
		if (!includes(procs, participant.proc()) && procs.stream().allMatch(member -> registry.find(member.nspace()).isPresent())) {
			throw new PmixException(Status.ERR_BAD_PARAM, participant.proc() + " is not among the participants of the "
					+ key.operation().name() + " of " + DumpText.procs(procs));
		}
		ServerPeer peer = participant.responder().peer();
		Collective collective = find(key, procs, infos, peer);
		if (!key.name().isEmpty()) {
			int before = collective.procs().size();
			collective.include(procs);
			count(collective, peer, collective.procs().size() - before);
		}
		collective.join(participant);
		listener.collectiveEntered(key.operation().name(), participant.proc(), procs);
		if (limit.isPresent() && collective.timer == Timer.NONE) {
			collective.timer = loop.schedule(limit.get(), () -> end(collective, Status.ERR_TIMEOUT));
		}
		proceed(collective);
	}

	/** Uses no streams, because the lists are long and this is called for each participant. */
	private static boolean includes(List<Proc> procs, Proc proc) {
		for (Proc member : procs) {
			if ((member.rank().equals(proc.rank()) || !member.rank().isProcess()) && member.nspace().equals(proc.nspace())) {
				return true;
			}
		}
		return false;
	}

	/** Finds the operation to join. A process that has joined already begins the next one. */
	private Collective find(CollectiveKey key, List<Proc> procs, Infos infos, ServerPeer peer) throws PmixException {
		for (Collective next : byKey.getOrDefault(key, List.of())) {
			if (!next.upward && !next.hasJoined(peer)) {
				return next;
			}
		}
		if (named.getOrDefault(peer, 0) + procs.size() > MOST_NAMED) {
			throw new PmixException(Status.ERR_OUT_OF_RESOURCE, "the open operations of " + peer.proc() + " name more than " + MOST_NAMED
					+ " participants");
		}
		List<Proc> sorted = key.name().isEmpty() ? key.procs() : CollectiveKey.sorted(procs);
		Collective made = new Collective(key, procs, sorted, infos, loop.nanos());
		open.add(made);
		byKey.computeIfAbsent(key, each -> new ArrayList<>()).add(made);
		count(made, peer, procs.size());
		return made;
	}

	private void count(Collective collective, ServerPeer peer, int procs) {
		if (procs > 0) {
			collective.named.merge(peer, procs, Integer::sum);
			named.merge(peer, procs, Integer::sum);
		}
	}

	private void remove(Collective collective) {
		open.remove(collective);
		List<Collective> same = byKey.getOrDefault(collective.key(), List.of());
		if (same.size() > 1) {
			same.remove(collective);
		} else {
			byKey.remove(collective.key());
		}
		for (Map.Entry<ServerPeer, Integer> share : collective.named.entrySet()) {
			if (named.merge(share.getKey(), -share.getValue(), Integer::sum) == 0) {
				named.remove(share.getKey());
			}
		}
	}

	private void proceed(Collective collective) {
		Membership membership = collective.membership(memberships);
		if (collective.upward || collective.ended || !membership.isComplete() || !collective.hasAll()) {
			return;
		}
		Status agreement = collective.key().operation().agreement(collective);
		if (!agreement.isSuccess()) {
			end(collective, agreement);
		} else if (collective.key().operation().needsHost(collective, membership)) {
			askHost(collective);
		} else {
			end(collective, collective.status());
		}
	}

	/** Leaves the time limit to the host, which alone knows the other participants. */
	private void askHost(Collective collective) {
		collective.upward = true;
		collective.timer.cancel();
		collective.key().operation().askHost(collective, collective.forHost(collective.infos), status -> end(collective, status));
	}

	private void end(Collective collective, Status status) {
		if (!collective.ended) {
			collective.ended = true;
			collective.timer.cancel();
			remove(collective);
			collective.key().operation().answer(collective, status);
			listener.collectiveLeft(collective.key().operation().name(), collective.procs(), status);
		}
	}

	/** Completes each operation that no longer waits for a process, after a process was registered, came back, or died. */
	@Override
	public void registryChanged() {
		List.copyOf(open).forEach(this::proceed);
	}

	/**
	 * Withdraws a peer that has not finalized from every operation that it has joined. A finalized peer has taken part. An operation that
	 * involves other servers goes on, and reaches the host, even if no local participant is left.
	 */
	@Override
	public void peerGone(ServerPeer peer) {
		if (peer.isLeaving()) {
			return;
		}
		for (Collective collective : List.copyOf(open)) {
			if (collective.hasJoined(peer)) {
				collective.leave(peer);
				if (collective.joined().isEmpty() && collective.membership(memberships).isLocal()) {
					end(collective, Status.ERR_LOST_CONNECTION);
				}
				proceed(collective);
			}
		}
	}

	/** Ends every operation in which the namespace takes part, because it would never complete. */
	@Override
	public void namespaceGone(String nspace) {
		for (Collective collective : List.copyOf(open)) {
			if (collective.touches(nspace)) {
				end(collective, Status.ERR_LOST_CONNECTION);
			}
		}
	}

	@Override
	public void waits(Consumer<Wait> out) {
		for (Collective collective : open) {
			long age = loop.nanos() - collective.since;
			out.accept(new Wait(collective.description() + " waits for " + awaited(collective), collective.procs(),
					collective.upward ? List.of() : List.copyOf(collective.missing()), Duration.ofNanos(age)));
		}
	}

	@Override
	public void dump(StringBuilder out) {
		DumpText.lines(this::waits, out);
	}

	private String awaited(Collective collective) {
		if (collective.upward) {
			return "the host";
		}
		boolean complete = collective.membership(memberships).isComplete();
		String missing = DumpText.procs(collective.missing());
		if (complete) {
			return missing;
		}
		return missing.isEmpty() ? "registrations" : missing + " and registrations";
	}
}
