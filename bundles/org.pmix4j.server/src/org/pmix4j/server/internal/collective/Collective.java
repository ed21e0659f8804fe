// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.collective;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.pmix4j.model.Infos;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.ServerAttributes;
import org.pmix4j.server.internal.hostcall.DumpWords;
import org.pmix4j.server.internal.peer.Responder;
import org.pmix4j.server.internal.peer.ServerPeer;
import org.pmix4j.server.internal.registry.NamespaceRegistry;
import org.pmix4j.wire.internal.loop.Timer;

/**
 * One collective operation on its way: who has joined, how many are missing. Owned by {@link Collectives}, on the loop.
 * Joining costs the same however many take part.
 */
public final class Collective {
	/**
	 * A process that has joined and waits for the answer.
	 *
	 * @param responder    answers it
	 * @param collect      whether it wants all participants' data
	 * @param contribution what it brings along for the others, besides its directives
	 */
	public record Joined(Responder responder, boolean collect, Infos contribution) {
		public Proc proc() {
			return responder.peer().proc();
		}
	}

	private final CollectiveKey key;
	/** The directives of the first one: those that the host is told. */
	final Infos infos;
	final long since;
	Timer timer = Timer.NONE;
	/** Whether the host has been asked, so that nobody can join any more. */
	boolean upward;
	/** Whether it is answered. */
	boolean ended;
	/** What the host said about it. */
	private Infos result = Infos.EMPTY;
	private List<Proc> procs;
	private final List<Joined> joined = new ArrayList<>();
	private final Set<ServerPeer> peers = new HashSet<>();
	private final Set<Proc> arrived = new HashSet<>();
	private Membership membership = Membership.UNKNOWN;
	private long generation = -1;
	private int missing;

	Collective(CollectiveKey key, List<Proc> procs, Infos infos, long since) {
		this.key = key;
		this.procs = procs;
		this.infos = infos;
		this.since = since;
	}

	/** @return by what its calls are known to belong together */
	public CollectiveKey key() {
		return key;
	}

	/** @return what the host said about it */
	public Infos result() {
		return result;
	}

	/** @return who takes part, sorted: as they were spelled, be they here or elsewhere */
	public List<Proc> procs() {
		return procs;
	}

	/** The host has said something about it. */
	public void hostSays(Infos about) {
		result = about;
	}

	/** One that has a name may be joined by somebody who knows of more participants than those before. */
	void include(List<Proc> more) {
		if (!procs.containsAll(more)) {
			Set<Proc> all = new LinkedHashSet<>(procs);
			all.addAll(more);
			procs = CollectiveKey.sorted(List.copyOf(all));
			generation = -1;
		}
	}

	/** @return whether processes of that namespace may be among the participants */
	boolean touches(String nspace) {
		return procs.stream().anyMatch(member -> member.nspace().equals(nspace));
	}

	/** @return what it is, for people */
	public String description() {
		return key.operation().name() + (key.name().isEmpty() ? " of " : " '" + key.name() + "' of ") + DumpWords.procs(procs);
	}

	/** @return those who wait for the answer, in the order in which they came */
	public List<Joined> joined() {
		return joined;
	}

	boolean hasJoined(ServerPeer peer) {
		return peers.contains(peer);
	}

	void join(Joined participant) {
		joined.add(participant);
		peers.add(participant.responder().peer());
		if (arrived.add(participant.proc()) && membership.expected().contains(participant.proc())) {
			missing--;
		}
	}

	/** Its connection is gone: it counts no more, unless another one of the same process has joined. */
	void leave(ServerPeer peer) {
		if (peers.remove(peer)) {
			joined.removeIf(j -> j.responder().peer() == peer);
			if (joined.stream().noneMatch(j -> j.proc().equals(peer.proc()))) {
				arrived.remove(peer.proc());
			}
			generation = -1;
		}
	}

	/** @return who takes part; derived anew only when the registry has changed */
	Membership membership(NamespaceRegistry registry) {
		if (generation != registry.generation()) {
			generation = registry.generation();
			membership = Membership.of(procs, registry);
			missing = missing().size();
		}
		return membership;
	}

	/** @return whether all that are expected have joined */
	boolean hasAll() {
		return missing == 0;
	}

	/** @return who has to join and has not */
	Set<Proc> missing() {
		Set<Proc> left = new LinkedHashSet<>(membership.expected());
		left.removeAll(arrived);
		return left;
	}

	/** @return directives as the host wants them: after them, that the participants are sorted, and how it went here */
	public Infos forHost(Infos directives) {
		return directives.with(ServerAttributes.SORTED_PROC_ARRAY, true).with(ServerAttributes.LOCAL_COLLECTIVE_STATUS, status());
	}

	/** @return what the participants are told if nothing else goes wrong: who died has not taken part to the end */
	Status status() {
		if (membership.gone().isEmpty()) {
			return Status.SUCCESS;
		}
		return joined.isEmpty() ? Status.ERR_LOST_CONNECTION : Status.ERR_PARTIAL_SUCCESS;
	}
}
