// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.collective;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.ServerAttributes;
import org.pmix4j.server.internal.hostcall.DumpText;
import org.pmix4j.server.internal.peer.Responder;
import org.pmix4j.server.internal.peer.ServerPeer;
import org.pmix4j.wire.internal.loop.Timer;

/**
 * A collective operation in progress, with the processes that have joined. Owned by {@link Collectives}; ends with the replies. The cost of
 * joining does not depend on the number of participants.
 */
public final class Collective {
	/**
	 * A process that has joined and waits for the reply.
	 *
	 * @param responder    sends the reply
	 * @param collect      whether it wants the data of all participants
	 * @param contribution infos for the other participants, in addition to its directives
	 */
	public record Joined(Responder responder, boolean collect, Infos contribution) {
		public Proc proc() {
			return responder.peer().proc();
		}
	}

	/** Limit on the participants of an operation with a name, to which each caller may add. */
	private static final int MOST = 1 << 16;

	private final CollectiveKey key;
	/** The directives of the first participant, which go to the host. */
	final Infos infos;
	final long since;
	Timer timer = Timer.NONE;
	/** True once the host has been called; no more processes can join then. */
	boolean upward;
	/** True once the replies are sent. */
	boolean ended;
	/** The infos from the host. */
	private Infos result = Infos.EMPTY;
	private List<Proc> procs;
	/** The number of participants that each peer has named first. */
	final Map<ServerPeer, Integer> named = new HashMap<>();
	/** The participants of an operation with a name. */
	private final Set<Proc> members;
	/** The last list of participants, which is often the same object for all callers. */
	private List<Proc> included;
	private final List<Joined> joined = new ArrayList<>();
	private final Set<ServerPeer> peers = new HashSet<>();
	private final Set<Proc> arrived = new HashSet<>();
	private Membership membership = Membership.UNKNOWN;
	private long generation = -1;
	private int missing;
	private int changes;

	/** @param named the participants as the first caller names them, which are given sorted as well */
	Collective(CollectiveKey key, List<Proc> named, List<Proc> procs, Infos infos, long since) {
		this.key = key;
		this.procs = procs;
		this.included = named;
		this.members = key.name().isEmpty() ? Set.of() : new LinkedHashSet<>(procs);
		this.infos = infos;
		this.since = since;
	}

	/** @return the key by which its calls are matched */
	public CollectiveKey key() {
		return key;
	}

	/** @return the infos from the host; empty if it was not asked */
	public Infos result() {
		return result;
	}

	/** @return all participants as they were named, sorted, local or not */
	public List<Proc> procs() {
		return procs;
	}

	/** Keeps the infos from the host. */
	public void setResult(Infos infos) {
		result = infos;
	}

	/**
	 * Adds participants to an operation with a name, because a later caller may name more of them.
	 *
	 * @throws PmixException OUT_OF_RESOURCE if there are too many
	 */
	void include(List<Proc> more) throws PmixException {
		if (more == included) {
			return;
		}
		Set<Proc> added = new LinkedHashSet<>();
		for (Proc proc : more) {
			if (!members.contains(proc)) {
				added.add(proc);
			}
		}
		if (!added.isEmpty()) {
			if (members.size() + added.size() > MOST) {
				throw new PmixException(Status.ERR_OUT_OF_RESOURCE, key.operation().name() + " '" + key.name() + "' of more than " + MOST
						+ " processes");
			}
			members.addAll(added);
			procs = CollectiveKey.sorted(List.copyOf(members));
			generation = -1;
		}
		included = more;
	}

	/** @return whether processes of that namespace may be among the participants */
	boolean touches(String nspace) {
		return procs.stream().anyMatch(member -> member.nspace().equals(nspace));
	}

	/** @return a text with the operation and its participants */
	public String description() {
		return key.operation().name() + (key.name().isEmpty() ? " of " : " '" + key.name() + "' of ") + DumpText.procs(procs);
	}

	/** @return the processes that wait for the reply, in the order in which they joined */
	public List<Joined> joined() {
		return joined;
	}

	/** @return a number that is different after each change of the processes that wait */
	public int changes() {
		return changes;
	}

	/** @return whether a process still waits for the reply */
	public boolean isAwaited() {
		return !ended && joined.stream().anyMatch(participant -> participant.responder().peer().isReachable());
	}

	boolean hasJoined(ServerPeer peer) {
		return peers.contains(peer);
	}

	void join(Joined participant) {
		changes++;
		joined.add(participant);
		peers.add(participant.responder().peer());
		if (arrived.add(participant.proc()) && membership.expected().contains(participant.proc())) {
			missing--;
		}
	}

	/** Withdraws a peer that is gone. Its process still counts if another of its connections has joined. */
	void leave(ServerPeer peer) {
		if (peers.remove(peer)) {
			changes++;
			joined.removeIf(j -> j.responder().peer() == peer);
			if (joined.stream().noneMatch(j -> j.proc().equals(peer.proc()))) {
				arrived.remove(peer.proc());
			}
			generation = -1;
		}
	}

	/** @return the participants from this server's view; derived again only when the registry has changed */
	Membership membership(Memberships memberships) {
		if (generation != memberships.generation()) {
			generation = memberships.generation();
			membership = memberships.of(procs);
			missing = membership.expected().size();
			for (Proc proc : arrived) {
				if (membership.expected().contains(proc)) {
					missing--;
				}
			}
		}
		return membership;
	}

	/** @return whether all expected processes have joined */
	boolean hasAll() {
		return missing == 0;
	}

	/** @return the expected processes that have not joined */
	Set<Proc> missing() {
		Set<Proc> left = new LinkedHashSet<>(membership.expected());
		left.removeAll(arrived);
		return left;
	}

	/** @return the directives, followed by what the host needs: that the participants are sorted, and the local status */
	public Infos forHost(Infos directives) {
		return directives.with(ServerAttributes.SORTED_PROC_ARRAY, true).with(ServerAttributes.LOCAL_COLLECTIVE_STATUS, status());
	}

	/** @return the status for the participants unless the operation fails: partial success if a participant has died */
	Status status() {
		if (membership.gone().isEmpty()) {
			return Status.SUCCESS;
		}
		return joined.isEmpty() ? Status.ERR_LOST_CONNECTION : Status.ERR_PARTIAL_SUCCESS;
	}
}
