// SPDX-License-Identifier: EPL-2.0
/** Tests of the nodes that jobs may use: lists of hosts, hostfiles and the allocations of resource managers. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.placement.tests.allocation;
