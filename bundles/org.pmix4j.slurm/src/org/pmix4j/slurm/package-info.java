// SPDX-License-Identifier: EPL-2.0
/**
 * The engine that runs jobs in an allocation of Slurm, one that is there already or one of its own, through a DVM (distributed virtual
 * machine) of PRRTE on its nodes.
 *
 * @since 0.1.0
 */
@org.jspecify.annotations.NullMarked
package org.pmix4j.slurm;
