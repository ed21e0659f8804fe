// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal;

import java.util.Optional;

import org.pmix4j.host.spawn.SpawnOrder;
import org.pmix4j.model.Proc;

/**
 * Where a job comes from that a process has spawned. Immutable.
 *
 * @param spawner the process
 * @param parent  its job; empty if it is a tool
 * @param order   what it wanted
 */
public record JobOrigin(Proc spawner, Optional<JobRun> parent, SpawnOrder order) {
}
