// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Info;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;

/**
 * Forwards output and standard input of other processes. Belongs to a client and ends with it. Thread-safe.
 *
 * @see "PMIx Standard, chapter Tools and Debuggers, IO Forwarding"
 */
public interface ProcessIo {
	/**
	 * Forwards output to a handler. C: PMIx_IOF_pull. Output that the server has kept for the first reader comes first.
	 *
	 * @param options the output to receive
	 * @param handler receives the output
	 * @return ends the forwarding when it is closed. C: PMIx_IOF_deregister
	 * @throws PmixException         the status of the server if it refuses, {@code ERR_UNREACH} or {@code ERR_TIMEOUT}
	 * @throws IllegalStateException in a handler
	 */
	Registration pull(IofOptions options, IofHandler handler) throws PmixException;

	/**
	 * Forwards output to a handler as {@link #pull} does, without waiting.
	 *
	 * @param options the output to receive
	 * @param handler receives the output
	 * @return ends the forwarding when it is closed
	 */
	CompletableFuture<Registration> pullAsync(IofOptions options, IofHandler handler);

	/**
	 * Sends bytes to the standard input of processes. C: PMIx_IOF_push. Pieces arrive in the order of the calls.
	 *
	 * @param targets the processes; rank WILDCARD for all of a namespace
	 * @param data    the bytes; nothing is sent if there are none
	 * @param infos   directives
	 * @throws PmixException         {@code ERR_IOF_COMPLETE} if the targets accept no more input, another status if the server
	 *                               refuses, {@code ERR_UNREACH} or {@code ERR_TIMEOUT}
	 * @throws IllegalStateException in a handler
	 */
	void push(List<Proc> targets, ByteObject data, Info... infos) throws PmixException;

	/**
	 * Sends bytes to the standard input of processes as {@link #push} does, without waiting.
	 *
	 * @param targets the processes
	 * @param data    the bytes
	 * @param infos   directives
	 * @return completed when the server is ready for more
	 */
	CompletableFuture<Void> pushAsync(List<Proc> targets, ByteObject data, Info... infos);

	/**
	 * Ends the standard input of processes, after everything that was pushed before.
	 *
	 * @param targets the processes
	 * @param infos   directives
	 * @throws PmixException         as {@link #push}
	 * @throws IllegalStateException in a handler
	 */
	void endInput(List<Proc> targets, Info... infos) throws PmixException;

	/**
	 * Ends the standard input of processes as {@link #endInput} does, without waiting.
	 *
	 * @param targets the processes
	 * @param infos   directives
	 * @return completed when the server has the end
	 */
	CompletableFuture<Void> endInputAsync(List<Proc> targets, Info... infos);
}
