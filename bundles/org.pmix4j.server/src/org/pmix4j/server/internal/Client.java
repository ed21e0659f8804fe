// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal;

import java.util.ArrayList;
import java.util.List;

import org.pmix4j.model.Proc;

/** A process that may connect because the host has registered it. Owned by its {@link Namespace}, on the loop. */
final class Client {
	final Proc proc;
	final int uid;
	final int gid;
	final Object hostObject;
	/** Open connections: one as a rule; more when the process has forked. */
	final List<ServerPeer> peers = new ArrayList<>();
	/** What is to be deleted when it ends. */
	final CleanupSet cleanup = new CleanupSet();
	/** Whether it died without a farewell: no collective waits for it until it comes back. */
	boolean lost;

	Client(Proc proc, int uid, int gid, Object hostObject) {
		this.proc = proc;
		this.uid = uid;
		this.gid = gid;
		this.hostObject = hostObject;
	}

	boolean isConnected() {
		return !peers.isEmpty();
	}
}
