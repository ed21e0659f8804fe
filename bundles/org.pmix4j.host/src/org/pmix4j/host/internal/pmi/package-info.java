// SPDX-License-Identifier: EPL-2.0
/** Ranks that speak PMI-1 or PMI-2, such as those linked with MPICH, as ranks of the jobs of this host. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.internal.pmi;
