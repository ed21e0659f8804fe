// SPDX-License-Identifier: EPL-2.0
/** The service of PMI for the ranks of jobs: connections, key-value space, barrier, and the interface of the host that owns the jobs. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.pmi.internal.service;
