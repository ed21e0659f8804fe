// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.spi;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Infos;

/**
 * A credential and what the issuer says of it.
 *
 * @param bytes the credential, a secret
 * @param infos which issuer, how long it holds
 */
public record Credential(ByteObject bytes, Infos infos) {
	/** Without the credential. */
	@Override
	public String toString() {
		return "Credential[" + bytes.size() + " bytes, infos=" + infos + "]";
	}
}
