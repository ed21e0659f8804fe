// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal;

import java.util.ArrayList;
import java.util.List;

import org.pmix4j.model.Proc;

/** A process that may connect because the host has registered it. Owned by its {@link Namespace}, on the loop. */
final class Client {
	/** How far it has come. */
	enum State {
		/** Registered; it has not connected yet. */
		EXPECTED,
		/** It is connected, or has said goodbye: it may come again. */
		KNOWN,
		/** It died without a farewell: no collective waits for it until it comes back. */
		LOST,
		/** The host says that it has ended: it cannot come back. */
		ENDED
	}

	final Proc proc;
	final int uid;
	final int gid;
	final Object hostObject;
	/** Open connections: one as a rule; more when the process has forked. */
	final List<ServerPeer> peers = new ArrayList<>();
	/** What is to be deleted when it ends. */
	CleanupSet cleanup = new CleanupSet();
	State state = State.EXPECTED;

	Client(Proc proc, int uid, int gid, Object hostObject) {
		this.proc = proc;
		this.uid = uid;
		this.gid = gid;
		this.hostObject = hostObject;
	}

	/** Registered anew: what it has and wants stays, but one that died is expected again. */
	void takeOver(Client before) {
		peers.addAll(before.peers);
		cleanup.addAll(before.cleanup);
		state = before.isGone() ? State.EXPECTED : before.state;
	}

	/** @return what is to be deleted now, and not again */
	CleanupSet takeCleanup() {
		CleanupSet taken = cleanup;
		cleanup = new CleanupSet();
		return taken;
	}

	boolean isConnected() {
		return !peers.isEmpty();
	}

	/** Whether nobody can wait for it, as it is dead. */
	boolean isGone() {
		return state == State.LOST || state == State.ENDED;
	}
}
