// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.get;

import java.util.concurrent.CompletableFuture;
import org.pmix4j.client.internal.connection.Replies;

import org.pmix4j.client.GetOptions;
import org.pmix4j.client.GetOptions.Effort;
import org.pmix4j.client.GetResult;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.RealmDirectives;
import org.pmix4j.wire.internal.loop.Timer;
import org.pmix4j.wire.internal.message.Reply.GetReply;

/** One get that waits for the server. Owned by {@link GetOperations}, on the client's loop. */
final class GetWaiter {
	private final Proc proc;
	private final String key;
	private final GetOptions options;
	private final long deadline;
	private final CompletableFuture<GetResult<PmixValue>> result = new CompletableFuture<>();
	private Timer timer = Timer.NONE;
	private boolean refresh;

	/** @param deadline on the loop's clock */
	GetWaiter(Proc proc, String key, GetOptions options, long deadline) {
		this.proc = proc;
		this.key = key;
		this.options = options;
		this.deadline = deadline;
		this.refresh = options.effort() == Effort.REFRESH;
	}

	Proc proc() {
		return proc;
	}

	String key() {
		return key;
	}

	GetOptions options() {
		return options;
	}

	long deadline() {
		return deadline;
	}

	CompletableFuture<GetResult<PmixValue>> result() {
		return result;
	}

	/** Whether the server is to be asked for what is newer than all that it gave so far. */
	boolean isRefresh() {
		return refresh;
	}

	void limit(Timer running) {
		timer = running;
	}

	boolean isSettled() {
		return result.isDone();
	}

	void settle(GetResult<PmixValue> outcome) {
		timer.cancel();
		result.complete(outcome);
	}

	void fail(PmixException reason) {
		if (reason.status().equals(Status.ERR_TIMEOUT)) {
			settle(new GetResult.TimedOut<>(toString()));
		} else {
			timer.cancel();
			result.completeExceptionally(reason);
		}
	}

	/** The server had nothing: why it says so decides whether that was to be expected. */
	void settle(Status status) {
		if (Replies.isSuccess(status)) {
			settle(new GetResult.NotFound<>(Status.ERR_NOT_FOUND, toString()));
		} else if (isNotFound(status)) {
			settle(new GetResult.NotFound<>(status, toString()));
		} else {
			fail(Replies.refused("get of " + this, status));
		}
	}

	private static boolean isNotFound(Status status) {
		return status.equals(Status.ERR_NOT_FOUND) || status.equals(Status.ERR_EXISTS_OUTSIDE_SCOPE)
				|| status.equals(Status.ERR_DATA_VALUE_NOT_FOUND) || status.equals(Status.ERR_PROC_ENTRY_NOT_FOUND)
				|| status.equals(Status.ERR_INVALID_NAMESPACE);
	}

	/**
	 * C servers answer a refresh of a process on this node with nothing, as they have no copy that could be old; and some do not
	 * know the request. An ordinary question brings the newest data then.
	 */
	boolean wantsSecondTry(GetReply reply) {
		boolean unanswered = Replies.isSuccess(reply.status()) || reply.status().equals(Status.ERR_NOT_SUPPORTED);
		boolean again = refresh && unanswered && reply.data().isEmpty();
		refresh = false;
		return again;
	}

	/** Returns whether the question is about a certain node, program or session. */
	boolean namesInstance() throws PmixException {
		return RealmDirectives.of(options.infos()).namesInstance();
	}

	@Override
	public String toString() {
		return key + " of " + proc;
	}
}
