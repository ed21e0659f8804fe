// SPDX-License-Identifier: EPL-2.0
/** A node's hardware as described by hwloc: shared hardware of processes, and distances of devices. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server.internal.topology;
