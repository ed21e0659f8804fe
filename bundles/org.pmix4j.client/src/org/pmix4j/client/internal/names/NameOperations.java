// SPDX-License-Identifier: EPL-2.0

package org.pmix4j.client.internal.names;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.client.RequestOptions;
import org.pmix4j.client.internal.call.SessionCalls;
import org.pmix4j.client.internal.connection.Replies;
import org.pmix4j.client.internal.connection.ServerLink;
import org.pmix4j.client.internal.connection.TimeoutDirective;
import org.pmix4j.client.names.LookupOptions;
import org.pmix4j.client.names.Names;
import org.pmix4j.client.names.PublishOptions;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PublishedData;
import org.pmix4j.model.Status;
import org.pmix4j.wire.internal.handshake.NativeCredential;
import org.pmix4j.wire.internal.handshake.ProcessUser;
import org.pmix4j.wire.internal.message.DataRequest;
import org.pmix4j.wire.internal.message.Reply.LookupReply;
import org.pmix4j.wire.internal.message.ReplyKind;

/**
 * Publishes data, looks them up and withdraws them. Owned by a session. Thread-safe, because every call runs on the loop.
 *
 * @see "OpenPMIx src/client/pmix_client_pub.c"
 */
public final class NameOperations implements Names {
	/** The effective user; servers that know the user of the connection do not trust it. */
	private static final int UID = ProcessUser.ids().map(NativeCredential::uid).orElse(-1);

	private final SessionCalls calls;
	private final ServerLink link;
	private final Duration requestLimit;
	private final Duration waitLimit;

	/**
	 * @param calls        brings calls to the loop
	 * @param link         to the server
	 * @param requestLimit default limit of a request
	 * @param waitLimit    default limit of a lookup that waits
	 */
	public NameOperations(SessionCalls calls, ServerLink link, Duration requestLimit, Duration waitLimit) {
		this.calls = calls;
		this.link = link;
		this.requestLimit = requestLimit;
		this.waitLimit = waitLimit;
	}

	@Override
	public void publish(Infos data, PublishOptions options) throws PmixException {
		calls.block(() -> published(data, options));
	}

	@Override
	public CompletableFuture<Void> publishAsync(Infos data, PublishOptions options) {
		return calls.start(() -> published(data, options));
	}

	private CompletableFuture<Void> published(Infos data, PublishOptions options) {
		assert link.inLoop();
		List<Info> infos = new ArrayList<>(data.list());
		infos.addAll(directives(options.directives(), options.request()).list());
		String operation = "publish of " + data.stream().map(Info::key).toList();
		if (data.isEmpty()) {
			return CompletableFuture.failedFuture(new PmixException(Status.ERR_BAD_PARAM, operation + ": no data"));
		}
		return link.perform(operation, new DataRequest.Publish(UID, new Infos(infos)), options.request().limit(), requestLimit);
	}

	@Override
	public List<PublishedData> lookup(List<String> keys, LookupOptions options) throws PmixException {
		return calls.block(() -> lookedUp(keys, options));
	}

	@Override
	public CompletableFuture<List<PublishedData>> lookupAsync(List<String> keys, LookupOptions options) {
		return calls.start(() -> lookedUp(keys, options));
	}

	private CompletableFuture<List<PublishedData>> lookedUp(List<String> keys, LookupOptions options) {
		assert link.inLoop();
		String operation = "lookup of " + keys;
		if (keys.isEmpty()) {
			return CompletableFuture.failedFuture(new PmixException(Status.ERR_BAD_PARAM, operation + ": no key"));
		}
		Infos infos = directives(options.directives(), options.request());
		Duration own = options.request().limit();
		Duration limit = !own.isZero() ? own : options.waitFor().isPresent() ? waitLimit : requestLimit;
		return link.request(operation, new DataRequest.Lookup(UID, keys, infos), ReplyKind.LOOKUP, limit)
				.thenApply(reply -> found(operation, reply));
	}

	/** Servers report partial success, or not found, if data of some or all keys are missing. */
	private static List<PublishedData> found(String operation, LookupReply reply) {
		if (!reply.status().equals(Status.ERR_NOT_FOUND) && !reply.status().equals(Status.ERR_PARTIAL_SUCCESS)) {
			Replies.requireSuccess(operation, reply);
		}
		return reply.data();
	}

	@Override
	public void unpublish(List<String> keys, RequestOptions options) throws PmixException {
		calls.block(() -> withdrawn(keys, options));
	}

	@Override
	public CompletableFuture<Void> unpublishAsync(List<String> keys, RequestOptions options) {
		return calls.start(() -> withdrawn(keys, options));
	}

	private CompletableFuture<Void> withdrawn(List<String> keys, RequestOptions options) {
		assert link.inLoop();
		return link.perform("unpublish of " + keys, new DataRequest.Unpublish(UID, keys, directives(options.infos(), options)),
				options.limit(), requestLimit);
	}

	private static Infos directives(Infos infos, RequestOptions options) {
		return TimeoutDirective.add(infos, options.limit());
	}
}
