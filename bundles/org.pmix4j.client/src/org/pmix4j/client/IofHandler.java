// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client;

/**
 * Receives output of other processes. Called on the client's executor, one piece after another in the order of arrival, and
 * never at the same time as an event handler. A handler that blocks delays all other handlers, at most for the handler limit of the
 * client, and makes the server wait when much output has piled up. Blocking calls of the client throw
 * {@link IllegalStateException} in a handler.
 */
@FunctionalInterface
public interface IofHandler {
	/**
	 * Takes a piece of output.
	 *
	 * @param output some bytes of a stream, or its end
	 */
	void handle(IofOutput output);
}
