// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

import org.pmix4j.model.Nspace;

/**
 * Job information of one namespace.
 *
 * @param nspace name of the namespace
 * @param data   key-value pairs
 */
public record NamespaceData(String nspace, KvalBlob data) {
	/** @throws IllegalArgumentException if the name is too long */
	public NamespaceData {
		Nspace.requireValid(nspace);
	}
}
