// SPDX-License-Identifier: EPL-2.0

package org.pmix4j.client.internal.security;

import java.util.concurrent.CompletableFuture;

import org.pmix4j.client.RequestOptions;
import org.pmix4j.client.internal.call.SessionCalls;
import org.pmix4j.client.security.Credentials;
import org.pmix4j.client.security.IssuedCredential;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;

/**
 * The public calls for credentials. Owned by the session. Thread-safe, because every call runs on the loop.
 *
 * @param calls      brings calls to the loop
 * @param operations sends the requests
 */
public record CredentialCalls(SessionCalls calls, SecurityOperations operations) implements Credentials {
	@Override
	public IssuedCredential get(RequestOptions options) throws PmixException {
		return calls.block(() -> operations.get(options));
	}

	@Override
	public CompletableFuture<IssuedCredential> getAsync(RequestOptions options) {
		return calls.start(() -> operations.get(options));
	}

	@Override
	public Infos validate(ByteObject credential, RequestOptions options) throws PmixException {
		return calls.block(() -> operations.validate(credential, options));
	}

	@Override
	public CompletableFuture<Infos> validateAsync(ByteObject credential, RequestOptions options) {
		return calls.start(() -> operations.validate(credential, options));
	}
}
