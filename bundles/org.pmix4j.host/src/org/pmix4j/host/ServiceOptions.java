// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The services of a host in addition to running jobs. Immutable.
 *
 * @param jobRecord the file to which the host appends what processes log to the records of their jobs; empty for none
 * @param site      the file that describes storage and fabrics; empty for none
 */
public record ServiceOptions(Optional<Path> jobRecord, Optional<Path> site) {
	/** Services without files. */
	public static final ServiceOptions NONE = new ServiceOptions(Optional.empty(), Optional.empty());

	/**
	 * {@return the same with it}
	 *
	 * @param file to which the records of jobs are appended
	 */
	public ServiceOptions withJobRecord(Path file) {
		return new ServiceOptions(Optional.of(file), site);
	}

	/**
	 * {@return the same with it}
	 *
	 * @param file that describes storage and fabrics
	 */
	public ServiceOptions withSite(Path file) {
		return new ServiceOptions(jobRecord, Optional.of(file));
	}
}
