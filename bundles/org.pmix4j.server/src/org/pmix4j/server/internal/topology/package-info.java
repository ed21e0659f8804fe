// SPDX-License-Identifier: EPL-2.0
/** A node's hardware as hwloc describes it: what processes share, and how far devices are. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server.internal.topology;
