// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.spawn;

import org.pmix4j.model.Proc;

/**
 * The origin of a spawned job. Immutable.
 *
 * @param spawner the process that spawned it
 * @param order   the job as it was requested
 */
public record JobOrigin(Proc spawner, SpawnOrder order) {
}
