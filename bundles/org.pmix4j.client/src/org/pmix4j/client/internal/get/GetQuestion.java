// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.get;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.pmix4j.client.internal.connection.ServerLink;
import org.pmix4j.client.internal.connection.TimeoutDirective;
import org.pmix4j.client.internal.store.SessionStore;

import org.pmix4j.client.GetOptions.Effort;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Proc;
import org.pmix4j.model.attributes.KeyRealm;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.wire.internal.message.DataRequest;
import org.pmix4j.wire.internal.message.ProcData;
import org.pmix4j.wire.internal.message.Reply.GetReply;
import org.pmix4j.wire.internal.message.ReplyKind;

/**
 * The identity of a request for data. Gets with equal questions share one request, because its reply contains more than one key. Immutable.
 *
 * @param proc       the owner of the data
 * @param everything whether all data of a job are requested instead of a key
 * @param immediate  whether the server must not wait for a process
 * @param refresh    whether the server must request newer data than it has
 * @param directives of the caller
 */
record GetQuestion(Proc proc, boolean everything, boolean immediate, boolean refresh, Infos directives) {
	/**
	 * Makes the question of a waiter. It is immediate for reserved keys, because the host has provided them or never will. Reserved keys
	 * of another job come with all its job information.
	 */
	static GetQuestion of(GetWaiter waiter, Proc self, SessionStore store) {
		boolean reserved = KeyRealm.isReserved(waiter.key());
		boolean foreign = reserved && !waiter.proc().nspace().equals(self.nspace());
		Proc proc = foreign ? Proc.wildcard(waiter.proc().nspace()) : waiter.proc();
		boolean immediate = reserved || waiter.options().effort() == Effort.IMMEDIATE;
		return new GetQuestion(proc, foreign && !store.knows(proc.nspace()), immediate, waiter.isRefresh(), waiter.options().infos());
	}

	/** Sends the question with key and limit of the waiter. */
	CompletableFuture<GetReply> send(ServerLink link, GetWaiter waiter, Duration limit) {
		String operation = "get of " + waiter;
		if (refresh && link.version().isAtLeast(5, 0, 0)) {
			return link.request(operation, new DataRequest.RefreshCache(proc.nspace(), proc.rank()), ReplyKind.REFRESH, limit)
					.thenApply(reply -> new GetReply(reply.status(),
							reply.data().isEmpty() ? List.of() : List.of(new ProcData(proc, reply.data()))));
		}
		Infos infos = directives;
		if (immediate) {
			infos = infos.with(KeyValueAttributes.IMMEDIATE, true);
		}
		if (refresh) {
			infos = infos.with(KeyValueAttributes.GET_REFRESH_CACHE, true);
		}
		infos = TimeoutDirective.add(infos, waiter.options().limit());
		DataRequest.Get request = new DataRequest.Get(proc.nspace(), proc.rank(), infos, everything ? "" : waiter.key());
		return link.request(operation, request, ReplyKind.GET, limit);
	}
}
