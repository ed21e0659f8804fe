// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.get;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.pmix4j.client.internal.connection.Replies;
import org.pmix4j.client.internal.connection.ServerLink;
import org.pmix4j.client.internal.store.SessionStore;

import org.jspecify.annotations.Nullable;
import org.pmix4j.client.GetOptions;
import org.pmix4j.client.GetOptions.Effort;
import org.pmix4j.client.GetResult;
import org.pmix4j.model.Kval;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Scope;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.loop.EventLoop;
import org.pmix4j.wire.internal.message.ProcData;
import org.pmix4j.wire.internal.message.Reply.GetReply;

/**
 * Finds values, first in the store and then at the server. Gets that need the same data share one request, because a reply contains all
 * data of a process. A get whose value is missing in the reply sends another request. Owned by a session, on its loop.
 *
 * @see "OpenPMIx src/client/pmix_client_get.c"
 */
public final class GetOperations {
	private final EventLoop loop;
	private final ServerLink link;
	private final SessionStore store;
	private final Proc self;
	private final Duration requestLimit;
	private final Limits limits;
	private final Map<GetQuestion, List<GetWaiter>> asked = new HashMap<>();

	/**
	 * @param loop         of the session
	 * @param link         to the server
	 * @param store        holds known values and receives replies
	 * @param self         this process
	 * @param requestLimit default limit of a get
	 * @param limits       of the decoder
	 */
	public GetOperations(EventLoop loop, ServerLink link, SessionStore store, Proc self, Duration requestLimit, Limits limits) {
		this.loop = loop;
		this.link = link;
		this.store = store;
		this.self = self;
		this.requestLimit = requestLimit;
		this.limits = limits;
	}

	/**
	 * Finds a value.
	 *
	 * @param proc    the owner of the value; the empty namespace means this process's, rank WILDCARD the job, UNDEF any process that has the
	 *                key
	 * @param key     the key
	 * @param stated  places to search, and the time limit
	 * @return the result, completed on the loop; fails if the server is lost or replies with an unexpected status
	 */
	public CompletableFuture<GetResult<PmixValue>> get(Proc proc, String key, GetOptions stated) {
		assert link.inLoop();
		GetOptions options;
		try {
			options = EffortDirectives.read(stated);
		} catch (PmixException malformed) {
			return CompletableFuture.failedFuture(malformed);
		}
		Proc target = proc.nspace().isEmpty() ? new Proc(self.nspace(), proc.rank()) : proc;
		Duration limit = options.limit().isZero() ? requestLimit : options.limit();
		GetWaiter waiter = new GetWaiter(target, key, options, loop.nanos() + limit.toNanos());
		if (target.equals(new Proc(self.nspace(), Rank.INVALID)) && key.equals(ProcAttributes.RANK.key())) {
			// for a program that does not know its rank yet
			waiter.settle(new GetResult.Found<>(self.rank()));
			return waiter.result();
		}
		if ((options.effort() != Effort.REFRESH || link.isAbsent()) && settleAtOnce(waiter)) {
			return waiter.result();
		}
		if (options.effort() == Effort.OPTIONAL || link.isAbsent()) {
			waiter.settle(new GetResult.NotFound<>(Status.ERR_NOT_FOUND, waiter.toString()));
			return waiter.result();
		}
		waiter.limit(loop.schedule(limit, () -> waiter.settle(new GetResult.TimedOut<>(waiter.toString()))));
		ask(waiter);
		return waiter.result();
	}

	/** Settles a get without the server if the store has the value or knows that the server lacks it, too. */
	private boolean settleAtOnce(GetWaiter waiter) {
		try {
			Scope scope = waiter.scope();
			Optional<PmixValue> value = store.find(waiter.proc(), waiter.key(), waiter.options().infos(), scope);
			value.ifPresent(found -> waiter.settle(new GetResult.Found<>(found)));
			if (value.isEmpty()) {
				store.permanentAbsence(waiter.proc(), waiter.key(), waiter.options().infos(), scope)
						.ifPresent(reason -> waiter.settle(new GetResult.NotFound<>(reason, waiter.toString())));
			}
			return waiter.isSettled();
		} catch (PmixException unusable) {
			waiter.fail(unusable);
			return true;
		}
	}

	/** Settles a get from data that the server has sent for it, and which therefore have the right scope. */
	private boolean settleFromStore(GetWaiter waiter) {
		try {
			Optional<PmixValue> value = find(waiter, waiter.proc());
			if (value.isEmpty() && waiter.proc().rank().equals(Rank.UNDEF)) {
				value = find(waiter, Proc.wildcard(waiter.proc().nspace()));
			}
			value.ifPresent(found -> waiter.settle(new GetResult.Found<>(found)));
			return value.isPresent();
		} catch (PmixException unusable) {
			waiter.fail(unusable);
			return true;
		}
	}

	private Optional<PmixValue> find(GetWaiter waiter, Proc owner) throws PmixException {
		return store.find(owner, waiter.key(), waiter.options().infos(), Scope.UNDEF);
	}

	private void ask(GetWaiter waiter) {
		GetQuestion question = GetQuestion.of(waiter, self, store);
		List<GetWaiter> others = asked.get(question);
		if (others != null) {
			others.add(waiter);
			return;
		}
		List<GetWaiter> waiters = new ArrayList<>(List.of(waiter));
		asked.put(question, waiters);
		Duration left = Duration.ofNanos(Math.max(0, waiter.deadline() - loop.nanos()));
		question.send(link, waiter, left).whenComplete((reply, failure) -> {
			asked.remove(question);
			answered(waiters, reply, failure);
		});
	}

	/** Applies the status of the reply to the first waiter only, because the request named its key. */
	private void answered(List<GetWaiter> waiters, @Nullable GetReply reply, @Nullable Throwable failure) {
		assert link.inLoop();
		GetWaiter first = waiters.getFirst();
		if (reply == null) {
			first.fail(failure == null ? new PmixException(Status.ERROR, "get of " + first + ": no reply") : Replies.failure(failure));
		} else {
			take(first, reply);
			conclude(first, reply);
		}
		for (GetWaiter waiter : waiters.subList(1, waiters.size())) {
			if (!waiter.isSettled() && !settleFromStore(waiter)) {
				ask(waiter);
			}
		}
	}

	private void conclude(GetWaiter first, GetReply reply) {
		if (first.isSettled()) {
			return;
		}
		if (first.wantsSecondTry(reply)) {
			ask(first);
		} else if (!Replies.isSuccess(reply.status()) && first.options().effort() != Effort.REFRESH || !settleFromStore(first)) {
			first.settle(reply.status());
		}
	}

	/** Stores the reply. A value of a certain node, program or session only goes to the waiter, because the reply does not name it. */
	private void take(GetWaiter first, GetReply reply) {
		try {
			boolean certain = first.namesInstance();
			for (ProcData data : reply.data()) {
				Optional<PmixValue> direct = certain ? valueIn(data, first.key()) : Optional.empty();
				if (direct.isPresent()) {
					first.settle(new GetResult.Found<>(direct.get()));
				} else {
					store.file(data);
				}
			}
		} catch (PmixException malformed) {
			first.fail(malformed);
		}
	}

	/** Returns the value if the data consist of it. Data of a whole job may contain the key, but for another subject. */
	private Optional<PmixValue> valueIn(ProcData data, String key) throws PmixException {
		List<Kval> kvals = data.data().kvals(limits);
		boolean only = kvals.size() == 1 && kvals.getFirst().key().equals(key);
		return only ? Optional.of(store.plain(kvals.getFirst().value())) : Optional.empty();
	}
}
