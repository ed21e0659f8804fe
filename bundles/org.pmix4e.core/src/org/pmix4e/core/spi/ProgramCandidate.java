// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.spi;

import java.util.Map;
import java.util.Optional;

import org.eclipse.core.resources.IResource;

/**
 * A program that was found in a selection and that can be run as ranks. Immutable.
 *
 * @param name       for people, and for a new launch configuration
 * @param attributes of a launch configuration, which tell this program from others; the kind is one of them
 * @param resource   what the launch configuration belongs to
 */
public record ProgramCandidate(String name, Map<String, String> attributes, Optional<IResource> resource) {
	/** Copies the map. */
	public ProgramCandidate {
		attributes = Map.copyOf(attributes);
	}
}
