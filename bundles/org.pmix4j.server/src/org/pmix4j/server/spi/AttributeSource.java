// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.spi;

import java.util.List;
import java.util.Map;

import org.pmix4j.model.Attribute;

/** Knows which attributes are honoured in which function. Called on the server's executor. */
public interface AttributeSource {
	/**
	 * Tells what is honoured, when somebody wants to know. Stands for PMIx_Register_attributes.
	 *
	 * @return attributes by the name of the function as in C, such as PMIx_Spawn; none if not overridden
	 */
	default Map<String, List<Attribute<?>>> supportedAttributes() {
		return Map.of();
	}
}
