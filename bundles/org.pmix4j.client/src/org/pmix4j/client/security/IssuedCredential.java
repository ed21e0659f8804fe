// SPDX-License-Identifier: EPL-2.0

package org.pmix4j.client.security;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Infos;

/**
 * A credential of this process.
 *
 * @param bytes   the credential, which is secret
 * @param details facts about it, such as its type
 */
public record IssuedCredential(ByteObject bytes, Infos details) {
	/** Omits the credential, which is secret. */
	@Override
	public String toString() {
		return "IssuedCredential[" + bytes.size() + " bytes, details=" + details + "]";
	}
}
