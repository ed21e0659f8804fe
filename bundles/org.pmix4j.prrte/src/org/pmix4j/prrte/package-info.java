// SPDX-License-Identifier: EPL-2.0
/**
 * The engine that runs jobs on the nodes of a cluster: it starts a DVM (distributed virtual machine) of PRRTE for them, by ssh or in the
 * allocation of a resource manager, and ends it with them.
 *
 * @since 0.1.0
 */
@org.jspecify.annotations.NullMarked
package org.pmix4j.prrte;
