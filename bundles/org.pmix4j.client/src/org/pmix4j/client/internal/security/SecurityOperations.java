// SPDX-License-Identifier: EPL-2.0

package org.pmix4j.client.internal.security;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.client.RequestOptions;
import org.pmix4j.client.internal.connection.Replies;
import org.pmix4j.client.internal.connection.ServerLink;
import org.pmix4j.client.security.IssuedCredential;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Infos;
import org.pmix4j.wire.internal.message.ControlRequest;
import org.pmix4j.wire.internal.message.ReplyKind;

/**
 * Requests and validates credentials. Owned by a session, on its loop.
 *
 * @see "OpenPMIx src/common/pmix_security.c"
 */
public final class SecurityOperations {
	private final ServerLink link;
	private final Duration requestLimit;

	/**
	 * @param link         to the server
	 * @param requestLimit default limit of a request
	 */
	public SecurityOperations(ServerLink link, Duration requestLimit) {
		this.link = link;
		this.requestLimit = requestLimit;
	}

	CompletableFuture<IssuedCredential> get(RequestOptions options) {
		assert link.inLoop();
		Duration limit = options.limit().isZero() ? requestLimit : options.limit();
		return link.request("credential", new ControlRequest.GetCredential(options.infos()), ReplyKind.CREDENTIAL, limit)
				.thenApply(reply -> {
					Replies.requireSuccess("credential", reply);
					return new IssuedCredential(reply.credential(), reply.infos());
				});
	}

	CompletableFuture<Infos> validate(ByteObject credential, RequestOptions options) {
		assert link.inLoop();
		return link.ask("validation of a credential", new ControlRequest.ValidateCredential(credential, options.infos()), options.limit(),
				requestLimit);
	}
}
