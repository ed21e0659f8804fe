// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.registry;

import java.util.ArrayList;
import java.util.List;

import org.pmix4j.model.Proc;
import org.pmix4j.server.internal.cleanup.CleanupSet;
import org.pmix4j.server.internal.peer.ServerPeer;

/** A process that the host has registered, or that has connected without being registered. Owned by its {@link Namespace}. */
public final class Client {
	/** The states of a process. */
	public enum State {
		/** Registered, and never connected. */
		EXPECTED,
		/** Connected, or finalized: it may connect again. */
		KNOWN,
		/** Died without PMIx_Finalize: no collective waits for it unless it connects again. */
		LOST,
		/** Deregistered by the host: it cannot connect again. */
		ENDED
	}

	private final Proc proc;
	private final int uid;
	private final int gid;
	private final Object hostObject;
	/** Open connections: usually one; more if the process has forked. */
	private final List<ServerPeer> peers = new ArrayList<>();
	/** Files to delete when it ends. */
	private CleanupSet cleanup = new CleanupSet();
	private State state = State.EXPECTED;
	private boolean everConnected;

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

	/** @return the host's own object for the process */
	public Object hostObject() {
		return hostObject;
	}

	/** @return its open connections: usually one; more if the process has forked */
	public List<ServerPeer> peers() {
		return peers;
	}

	/** @return the files to delete when it ends */
	public CleanupSet cleanup() {
		return cleanup;
	}

	/** @return its state */
	public State state() {
		return state;
	}

	/** Changes the state. */
	public void setState(State now) {
		state = now;
		everConnected |= now == State.KNOWN;
	}

	/** Takes over the connections and files of an earlier registration. A process that died is expected again. */
	void takeOver(Client before) {
		peers.addAll(before.peers);
		cleanup.addAll(before.cleanup);
		everConnected = before.everConnected;
		state = before.isGone() ? State.EXPECTED : before.state;
	}

	/** @return the files to delete now; they are no longer kept here */
	public CleanupSet takeCleanup() {
		CleanupSet taken = cleanup;
		cleanup = new CleanupSet();
		return taken;
	}

	public boolean isConnected() {
		return !peers.isEmpty();
	}

	/** @return whether it was ever connected; otherwise it may not be a PMIx program */
	public boolean hasEverConnected() {
		return everConnected;
	}

	/** Returns whether it is dead, so that nothing waits for it. */
	public boolean isGone() {
		return state == State.LOST || state == State.ENDED;
	}
}
