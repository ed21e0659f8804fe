// SPDX-License-Identifier: EPL-2.0

package org.pmix4j.client.internal.group;

import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.client.RequestOptions;
import org.pmix4j.client.group.Group;
import org.pmix4j.client.internal.call.SessionCalls;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;

/** A group of this process. Owned by the program. Thread-safe, because its state lives on the loop. */
final class SessionGroup implements Group {
	private final SessionCalls calls;
	private final GroupOperations operations;
	private final FormedGroup formed;
	/** True once this process has left or destructed the group. On the loop. */
	private boolean ended;

	SessionGroup(SessionCalls calls, GroupOperations operations, FormedGroup formed) {
		this.calls = calls;
		this.operations = operations;
		this.formed = formed;
	}

	@Override
	public String name() {
		return formed.name();
	}

	@Override
	public List<Proc> members() {
		return formed.members();
	}

	@Override
	public OptionalLong contextId() {
		return formed.contextId();
	}

	@Override
	public void leave(RequestOptions options) throws PmixException {
		calls.block(() -> left(options));
	}

	@Override
	public CompletableFuture<Void> leaveAsync(RequestOptions options) {
		return calls.start(() -> left(options));
	}

	private CompletableFuture<Void> left(RequestOptions options) {
		ended = true;
		return operations.leave(formed, options);
	}

	@Override
	public void close() throws PmixException {
		calls.block(() -> destructed(RequestOptions.DEFAULT));
	}

	@Override
	public CompletableFuture<Void> closeAsync(RequestOptions options) {
		return calls.start(() -> destructed(options));
	}

	private CompletableFuture<Void> destructed(RequestOptions options) {
		if (ended) {
			return CompletableFuture.completedFuture(null);
		}
		ended = true;
		return operations.destruct(formed, options);
	}

	@Override
	public String toString() {
		return "group " + formed.name() + " of " + formed.members();
	}
}
