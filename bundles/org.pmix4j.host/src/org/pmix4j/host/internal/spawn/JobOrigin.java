// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.spawn;

import java.util.Optional;

import org.pmix4j.job.Node;
import org.pmix4j.model.Proc;

/**
 * The origin of a spawned job. Immutable.
 *
 * @param spawner  the process that spawned it
 * @param order    the job as it was requested
 * @param bookmark the node on which its placement begins; empty for the first
 */
public record JobOrigin(Proc spawner, SpawnOrder order, Optional<Node> bookmark) {
}
