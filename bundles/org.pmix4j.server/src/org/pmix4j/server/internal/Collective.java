// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.pmix4j.model.Infos;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.wire.loop.Timer;

/** One collective operation on its way: who has joined, who is missing. Owned by {@link Collectives}, on the loop. */
final class Collective {
	/** A process that has joined and waits for the answer. */
	record Joined(Responder responder, Infos infos, boolean collect) {
		Proc proc() {
			return responder.peer.proc;
		}
	}

	final CollectiveKey key;
	final long since;
	final List<Joined> joined = new ArrayList<>();
	/** SUCCESS, or what the loss of a participant makes of it. */
	Status status = Status.SUCCESS;
	Timer timer = Timer.NONE;
	/** Whether the host has been asked, so that nobody can join any more. */
	boolean upward;

	Collective(CollectiveKey key, long since) {
		this.key = key;
		this.since = since;
	}

	boolean hasJoined(ServerPeer peer) {
		return joined.stream().anyMatch(j -> j.responder.peer == peer);
	}

	/** @return who has to join and has not */
	Set<Proc> missing(Membership membership) {
		Set<Proc> missing = new LinkedHashSet<>(membership.expected());
		for (Joined participant : joined) {
			missing.remove(participant.proc());
		}
		return missing;
	}

	/** @return whether participants disagree on whether data are collected */
	boolean disagrees() {
		return joined.stream().map(Joined::collect).distinct().count() > 1;
	}
}
