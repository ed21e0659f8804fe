// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.spi;

import java.util.List;
import java.util.Map;

import org.pmix4j.model.Attribute;

/** Lists the attributes that each function honors. Called on the server's executor. */
public interface AttributeSource {
	/**
	 * Returns the supported attributes when a process queries them. Replaces what PMIx_Register_attributes declares in C.
	 *
	 * @return attributes by the name of the function in C, such as PMIx_Spawn; none by default
	 */
	default Map<String, List<Attribute<?>>> supportedAttributes() {
		return Map.of();
	}
}
