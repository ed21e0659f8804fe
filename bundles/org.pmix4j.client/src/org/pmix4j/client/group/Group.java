// SPDX-License-Identifier: EPL-2.0

package org.pmix4j.client.group;

import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.client.RequestOptions;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;

/**
 * A group of which this process is a member, as it was when it was complete. Thread-safe.
 *
 * @see "PMIx Standard, chapter Process Sets and Groups"
 */
public interface Group extends AutoCloseable {
	/** {@return the name of the group, which fences take like a namespace} */
	String name();

	/** {@return the members as reported by the server, or as in the constructing call if the server's release is 4.2.3 or older} */
	List<Proc> members();

	/** {@return the number of the group, unsigned; empty unless it was {@linkplain GroupOptions#withContextId requested}} */
	OptionalLong contextId();

	/**
	 * Leaves the group; the other members receive the event {@code GROUP_LEFT}. C: PMIx_Group_leave.
	 *
	 * @param options limit and directives
	 * @throws PmixException         {@code ERR_NOT_FOUND} if this process is no longer a member, another status if the server refuses,
	 *                               {@code ERR_UNREACH} or {@code ERR_TIMEOUT}
	 * @throws IllegalStateException in a handler
	 */
	void leave(RequestOptions options) throws PmixException;

	/**
	 * Leaves the group as {@link #leave} does, without waiting. C: PMIx_Group_leave_nb.
	 *
	 * @param options limit and directives
	 * @return completed when this process is no longer a member
	 */
	CompletableFuture<Void> leaveAsync(RequestOptions options);

	/**
	 * Waits until all members have destructed the group, at most the fence limit of the client. Does nothing after {@link #leave} or a
	 * previous call. C: PMIx_Group_destruct.
	 *
	 * @throws PmixException         {@code ERR_TIMEOUT} if not all members have called, {@code ERR_NOT_FOUND} if there is no such group,
	 *                               another status if the server refuses, {@code ERR_UNREACH}
	 * @throws IllegalStateException in a handler
	 */
	@Override
	void close() throws PmixException;

	/**
	 * Destructs the group as {@link #close} does, without waiting. C: PMIx_Group_destruct_nb.
	 *
	 * @param options limit and directives
	 * @return completed when all members have called
	 */
	CompletableFuture<Void> closeAsync(RequestOptions options);
}
