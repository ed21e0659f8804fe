// SPDX-License-Identifier: EPL-2.0

package org.pmix4j.client.security;

import java.util.concurrent.CompletableFuture;

import org.pmix4j.client.RequestOptions;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;

/**
 * Obtains credentials of this process and validates those of other processes. Belongs to a client and ends with it. Thread-safe.
 *
 * @see "PMIx Standard, chapter Security"
 */
public interface Credentials {
	/**
	 * Obtains a credential that proves the identity of this process. C: PMIx_Get_credential.
	 *
	 * @param options limit and directives, such as PMIX_CRED_TYPE
	 * @return the credential
	 * @throws PmixException         the status of the server if it refuses, {@code ERR_UNREACH} or {@code ERR_TIMEOUT}
	 * @throws IllegalStateException in a handler
	 */
	IssuedCredential get(RequestOptions options) throws PmixException;

	/**
	 * Obtains a credential as {@link #get} does, without waiting. C: PMIx_Get_credential_nb.
	 *
	 * @param options limit and directives
	 * @return the credential
	 */
	CompletableFuture<IssuedCredential> getAsync(RequestOptions options);

	/**
	 * Validates a credential. C: PMIx_Validate_credential.
	 *
	 * @param credential its bytes
	 * @param options    limit and directives
	 * @return facts that it proves, such as PMIX_USERID
	 * @throws PmixException         {@code ERR_INVALID_CRED} if it is invalid, another status of the server if it refuses,
	 *                               {@code ERR_UNREACH} or {@code ERR_TIMEOUT}
	 * @throws IllegalStateException in a handler
	 */
	Infos validate(ByteObject credential, RequestOptions options) throws PmixException;

	/**
	 * Validates a credential as {@link #validate} does, without waiting. C: PMIx_Validate_credential_nb.
	 *
	 * @param credential its bytes
	 * @param options    limit and directives
	 * @return facts that it proves
	 */
	CompletableFuture<Infos> validateAsync(ByteObject credential, RequestOptions options);
}
