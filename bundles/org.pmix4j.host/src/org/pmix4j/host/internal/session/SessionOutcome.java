// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.session;

import org.pmix4j.model.Status;

/**
 * The end of a job as its session reports it. Immutable.
 *
 * @param nspace the namespace of the job
 * @param status how the job ended
 */
public record SessionOutcome(String nspace, Status status) {
}
