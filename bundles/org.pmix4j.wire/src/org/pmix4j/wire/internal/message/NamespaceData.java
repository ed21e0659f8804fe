// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

import org.pmix4j.model.Nspace;

/**
 * Job information of one namespace.
 *
 * @param nspace the namespace's name
 * @param data   keys and values
 */
public record NamespaceData(String nspace, KvalBlob data) {
	/** @throws IllegalArgumentException if the namespace's name is too long */
	public NamespaceData {
		Nspace.requireValid(nspace);
	}
}
