// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The services of a host besides running jobs. Immutable.
 *
 * @param jobRecord the file to which the host appends what processes log to the records of their jobs; empty for none
 */
public record ServiceOptions(Optional<Path> jobRecord) {
	/** The services of a host that nobody has configured. */
	public static final ServiceOptions NONE = new ServiceOptions(Optional.empty());

	/**
	 * @param file to which the records of jobs are appended
	 * @return the same with it
	 */
	public ServiceOptions withJobRecord(Path file) {
		return new ServiceOptions(Optional.of(file));
	}
}
