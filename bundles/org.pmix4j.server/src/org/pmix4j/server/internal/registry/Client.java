// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.registry;

import java.util.ArrayList;
import java.util.List;

import org.pmix4j.model.Proc;
import org.pmix4j.server.internal.cleanup.CleanupSet;
import org.pmix4j.server.internal.peer.ServerPeer;

/** A process that may connect because the host has registered it. Owned by its {@link Namespace}, on the loop. */
public final class Client {
	/** How far it has come. */
	public enum State {
		/** Registered; it has not connected yet. */
		EXPECTED,
		/** It is connected, or has said goodbye: it may come again. */
		KNOWN,
		/** It died without a farewell: no collective waits for it until it comes back. */
		LOST,
		/** The host says that it has ended: it cannot come back. */
		ENDED
	}

	private final Proc proc;
	private final int uid;
	private final int gid;
	private final Object hostObject;
	/** Open connections: one as a rule; more when the process has forked. */
	private final List<ServerPeer> peers = new ArrayList<>();
	/** What is to be deleted when it ends. */
	private CleanupSet cleanup = new CleanupSet();
	private State state = State.EXPECTED;
	private boolean everCame;

	public Client(Proc proc, int uid, int gid, Object hostObject) {
		this.proc = proc;
		this.uid = uid;
		this.gid = gid;
		this.hostObject = hostObject;
	}

	/** @return its name */
	public Proc proc() {
		return proc;
	}

	/** @return its user */
	public int uid() {
		return uid;
	}

	/** @return its group */
	public int gid() {
		return gid;
	}

	/** @return what the host knows it by */
	public Object hostObject() {
		return hostObject;
	}

	/** @return its open connections: one as a rule; more when the process has forked */
	public List<ServerPeer> peers() {
		return peers;
	}

	/** @return what is to be deleted when it ends */
	public CleanupSet cleanup() {
		return cleanup;
	}

	/** @return how far it has come */
	public State state() {
		return state;
	}

	/** It has come, died or ended. */
	public void become(State now) {
		state = now;
		everCame |= now == State.KNOWN;
	}

	/** Registered anew: what it has and wants stays, but one that died is expected again. */
	void takeOver(Client before) {
		peers.addAll(before.peers);
		cleanup.addAll(before.cleanup);
		everCame = before.everCame;
		state = before.isGone() ? State.EXPECTED : before.state;
	}

	/** @return what is to be deleted now, and not again */
	public CleanupSet takeCleanup() {
		CleanupSet taken = cleanup;
		cleanup = new CleanupSet();
		return taken;
	}

	public boolean isConnected() {
		return !peers.isEmpty();
	}

	/** @return whether it has ever been connected; what has not may be no PMIx program at all */
	public boolean hasEverCome() {
		return everCame;
	}

	/** Whether nobody can wait for it, as it is dead. */
	public boolean isGone() {
		return state == State.LOST || state == State.ENDED;
	}
}
