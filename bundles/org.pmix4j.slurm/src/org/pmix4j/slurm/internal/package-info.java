// SPDX-License-Identifier: EPL-2.0
/** The commands of Slurm and what they say. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.slurm.internal;
