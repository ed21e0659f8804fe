// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.spi;

/**
 * A host whose state lives on the server's own event loop, so that a call from a process to the host and back needs no other thread.
 *
 * <p>
 * Its methods are called on the loop and must not block; the host moves work that may block, such as reading files, to a thread of its
 * own. {@link #topology()} and {@link #supportedAttributes()} are the exceptions: they are called on the server's executor and may
 * block. A stage that a method returns may be completed on the loop or on any other thread.
 */
public interface LoopHost extends PmixHost, CollectiveListener, DirectiveListener {
	/**
	 * Receives the loop, once, before any other call and before the server accepts connections.
	 *
	 * @param loop the server's; it ends with the server
	 */
	void attached(ServerLoop loop);
}
