// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.spawn;

import org.pmix4j.model.Proc;

/**
 * Where a job comes from that a process has spawned. Immutable.
 *
 * @param spawner the process
 * @param order   what it wanted
 */
public record JobOrigin(Proc spawner, SpawnOrder order) {
}
