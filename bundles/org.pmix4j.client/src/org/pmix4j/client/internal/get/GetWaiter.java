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
import org.pmix4j.model.Scope;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.RealmDirectives;
import org.pmix4j.wire.internal.loop.Timer;
import org.pmix4j.wire.internal.message.Reply.GetReply;

/** A get that waits for the server. Owned by {@link GetOperations}, on its loop; ends when it is settled. */
final class GetWaiter {
	private final Proc proc;
	private final String key;
	private final GetOptions options;
	private final long deadline;
	private final CompletableFuture<GetResult<PmixValue>> result = new CompletableFuture<>();
	private Timer timer = Timer.NONE;
	private boolean refresh;

	/** @param deadline in nanoseconds of the loop's clock */
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

	/** Returns the scope of the put that the options request; UNDEF for any. */
	Scope scope() throws PmixException {
		return options.infos().get(KeyValueAttributes.DATA_SCOPE).orElse(Scope.UNDEF);
	}

	/** Returns whether to ask the server for newer data. */
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

	/** Settles the get as not found, timed out or failed, by the status of a reply without its value. */
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
	 * Returns whether to ask again without refresh. C servers reply to a refresh of a local process with no data, because they have no
	 * old copy; some do not support the request. An ordinary get then brings the newest data.
	 */
	boolean wantsSecondTry(GetReply reply) {
		boolean unanswered = Replies.isSuccess(reply.status()) || reply.status().equals(Status.ERR_NOT_SUPPORTED);
		boolean again = refresh && unanswered && reply.data().isEmpty();
		refresh = false;
		return again;
	}

	/** Returns whether the get is about a certain node, program or session. */
	boolean namesInstance() throws PmixException {
		return RealmDirectives.of(options.infos()).namesInstance();
	}

	@Override
	public String toString() {
		return key + " of " + proc;
	}
}
