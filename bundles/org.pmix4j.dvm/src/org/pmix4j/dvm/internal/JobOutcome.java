// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.dvm.internal;

import java.util.Optional;

import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;

/**
 * The end of a job as its server reports it. Immutable.
 *
 * @param status   success, or the first failure
 * @param exitCode for a launcher, 0 to 255
 * @param culprit  the rank that failed first; empty if the server names none
 * @param message  for the user; empty if there is nothing to say
 */
public record JobOutcome(Status status, int exitCode, Optional<Proc> culprit, Optional<String> message) {
	/** Returns a failure that no rank has caused. */
	static JobOutcome failure(Status status, int exitCode, String message) {
		return new JobOutcome(status, exitCode, Optional.empty(), Optional.of(message));
	}

	boolean isSuccess() {
		return status.isSuccess() && exitCode == 0;
	}
}
