// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.model;

import java.time.Duration;
import java.time.Instant;

/**
 * The failure that came first in a job; the others, as a rule, follow from it. Immutable.
 *
 * @param rank   who failed
 * @param reason a phrase: {@code exited with code 3}
 * @param time   when
 * @param after  how long after the order of the job
 */
public record FirstFailure(RankElement rank, String reason, Instant time, Duration after) {
}
