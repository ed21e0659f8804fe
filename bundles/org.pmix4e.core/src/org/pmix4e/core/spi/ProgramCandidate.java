// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.spi;

import java.util.Map;
import java.util.Optional;

import org.eclipse.core.resources.IResource;

/**
 * A program in a selection that can run as ranks. Immutable.
 *
 * @param name       the name for users and for a new launch configuration
 * @param attributes the attributes of a launch configuration that identify this program; the kind is one of them
 * @param resource   the resource that the launch configuration is mapped to
 */
public record ProgramCandidate(String name, Map<String, String> attributes, Optional<IResource> resource) {
	/** Copies the map. */
	public ProgramCandidate {
		attributes = Map.copyOf(attributes);
	}
}
