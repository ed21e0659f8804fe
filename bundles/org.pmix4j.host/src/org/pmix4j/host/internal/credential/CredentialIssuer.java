// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.credential;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;

/** Issues and checks credentials of one type. Its methods may block. */
interface CredentialIssuer {
	/** Returns the name of the type, as in PMIX_CRED_TYPE. */
	String type();

	/** Returns whether credentials can be issued here now. */
	boolean isAvailable();

	/** Returns whether the bytes look like a credential of this type. */
	boolean recognizes(ByteObject credential);

	/**
	 * Issues a credential for a process of the own user.
	 *
	 * @param owner the process
	 * @param key   bytes that must be known to validate it; may be empty
	 * @throws PmixException if there is none
	 */
	ByteObject issue(Proc owner, ByteObject key) throws PmixException;

	/**
	 * Checks a credential.
	 *
	 * @param key the bytes with which it was issued
	 * @throws PmixException INVALID_CRED if it is forged, altered, or was issued with other bytes
	 */
	CredentialHolder validate(ByteObject credential, ByteObject key) throws PmixException;
}
