// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.model;

import java.time.Duration;
import java.time.Instant;

/**
 * The first failure in a job, from which later ones usually follow. Immutable.
 *
 * @param rank   the rank that failed
 * @param reason a phrase: {@code exited with code 3}
 * @param time   the time of the failure
 * @param after  the time since the job was ordered
 */
public record FirstFailure(RankElement rank, String reason, Instant time, Duration after) {
}
