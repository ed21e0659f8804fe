// SPDX-License-Identifier: EPL-2.0
/** How much of the machine processes use: processor time, memory, disks and networks, once or at intervals. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.internal.usage;
