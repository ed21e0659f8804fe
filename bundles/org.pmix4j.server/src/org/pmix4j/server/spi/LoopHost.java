// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.spi;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.pmix4j.model.Proc;

/**
 * A host whose state lives on the server's own event loop, so that a call from a process to the host and back needs no other thread.
 *
 * <p> Its methods are called on the loop and must not block; the host moves work that may block, such as reading files, to its own thread.
 * {@link #topology()} and {@link #supportedAttributes()} are the exceptions: they are called on the server's executor and may block. A
 * stage that a method returns may be completed on the loop or on any other thread.
 */
public interface LoopHost extends PmixHost, CollectiveListener, DirectiveListener {
	/**
	 * Receives the loop, once, before any other call and before the server accepts connections.
	 *
	 * @param loop the server's; it ends with the server
	 */
	void attached(ServerLoop loop);

	/**
	 * Called when a peer uses the name of a registered process, as a client or a tool, before any other call about it. Allowed by default; a
	 * host can ask the kernel whose process is at the other end of the connection.
	 *
	 * @param client     the registered process
	 * @param hostObject object given when it was registered
	 * @param connection the peer's
	 * @return completes when the peer may use the name; a failure refuses it, and its message goes to the log
	 */
	default CompletionStage<Void> nameUsed(Proc client, Object hostObject, PeerUsers.Connection connection) {
		return CompletableFuture.completedFuture(null);
	}
}
