// SPDX-License-Identifier: EPL-2.0
/** Statistics on the use of processors, memory, disks and networks, once or at intervals. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.internal.usage;
