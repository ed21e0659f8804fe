// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.lifecycle;

import java.util.function.Consumer;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Wait;
import org.pmix4j.server.internal.peer.ServerPeer;

/**
 * A part of a server that keeps state of peers, processes, or namespaces. Each one is in the server's {@link Components}, which notify it
 * of every change. All methods run on the server's loop, which {@link Components} asserts; the defaults do nothing.
 */
public interface Component {
	/** Handles a peer that has completed its handshake; the registry lists it already. */
	default void peerConnected(ServerPeer peer) {
		// nothing to do
	}

	/** Resumes sending to a peer whose write queue has room again. */
	default void peerWritable(ServerPeer peer) {
		// nothing to do
	}

	/**
	 * Forgets a peer that has finalized, that the server disconnects, or whose connection has ended. Called once for each of these, so up
	 * to twice for one peer. The peer is no longer among the connections of its client if its connection has ended.
	 */
	default void peerGone(ServerPeer peer) {
		// nothing to do
	}

	/** Handles a process that has called PMIx_Finalize. */
	default void processFinalized(Proc proc) {
		// nothing to do
	}

	/** Handles a process that died without PMIx_Finalize, or that the host deregistered. */
	default void processEnded(Proc proc) {
		// nothing to do
	}

	/** Handles the lost connection of a dead process, a tool or an unregistered process, which may be unknown to the host. */
	default void connectionLost(Proc proc) {
		// nothing to do
	}

	/** Forgets a namespace that is no longer in the registry. */
	default void namespaceGone(String nspace) {
		// nothing to do
	}

	/** Reconsiders everything that was derived from the registry: a namespace or process was registered, came back, or died. */
	default void registryChanged() {
		// nothing to do
	}

	/** Ends all waiting, because the server closes. All namespaces are gone already; the loop still runs. */
	default void closing() {
		// nothing to do
	}

	/** Reports the waits of processes. */
	default void waits(Consumer<Wait> out) {
		// nothing to do
	}

	/** Appends lines about the state of this component, each indented and ended by a line feed. */
	default void dump(StringBuilder out) {
		// nothing to do
	}
}
