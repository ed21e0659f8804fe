// SPDX-License-Identifier: EPL-2.0

package org.pmix4j.client.internal.security;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.client.RequestOptions;
import org.pmix4j.client.internal.call.SessionCalls;
import org.pmix4j.client.internal.connection.Replies;
import org.pmix4j.client.internal.connection.ServerLink;
import org.pmix4j.client.security.Credentials;
import org.pmix4j.client.security.IssuedCredential;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.wire.internal.message.ControlRequest;
import org.pmix4j.wire.internal.message.ReplyKind;

/**
 * Requests and validates credentials. Owned by a session. Thread-safe, because every call runs on the loop.
 *
 * @see "OpenPMIx src/common/pmix_security.c"
 */
public final class SecurityOperations implements Credentials {
	private final SessionCalls calls;
	private final ServerLink link;
	private final Duration requestLimit;

	/**
	 * @param calls        brings calls to the loop
	 * @param link         to the server
	 * @param requestLimit default limit of a request
	 */
	public SecurityOperations(SessionCalls calls, ServerLink link, Duration requestLimit) {
		this.calls = calls;
		this.link = link;
		this.requestLimit = requestLimit;
	}

	@Override
	public IssuedCredential get(RequestOptions options) throws PmixException {
		return calls.block(() -> issued(options));
	}

	@Override
	public CompletableFuture<IssuedCredential> getAsync(RequestOptions options) {
		return calls.start(() -> issued(options));
	}

	private CompletableFuture<IssuedCredential> issued(RequestOptions options) {
		assert link.inLoop();
		Duration limit = options.limit().isZero() ? requestLimit : options.limit();
		return link.request("credential", new ControlRequest.GetCredential(options.infos()), ReplyKind.CREDENTIAL, limit)
				.thenApply(reply -> {
					Replies.requireSuccess("credential", reply);
					return new IssuedCredential(reply.credential(), reply.infos());
				});
	}

	@Override
	public Infos validate(ByteObject credential, RequestOptions options) throws PmixException {
		return calls.block(() -> validated(credential, options));
	}

	@Override
	public CompletableFuture<Infos> validateAsync(ByteObject credential, RequestOptions options) {
		return calls.start(() -> validated(credential, options));
	}

	private CompletableFuture<Infos> validated(ByteObject credential, RequestOptions options) {
		assert link.inLoop();
		return link.ask("validation of a credential", new ControlRequest.ValidateCredential(credential, options.infos()), options.limit(),
				requestLimit);
	}
}
