// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.spi;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Infos;

/**
 * A credential with the issuer's information about it.
 *
 * @param bytes the credential, which is secret
 * @param infos details such as issuer and lifetime
 */
public record Credential(ByteObject bytes, Infos infos) {
	/** Omits the credential. */
	@Override
	public String toString() {
		return "Credential[" + bytes.size() + " bytes, infos=" + infos + "]";
	}
}
