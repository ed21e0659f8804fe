// SPDX-License-Identifier: EPL-2.0
/** Reads the kernel's tables of the processes and sockets of this machine, which no process can forge. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.wire.internal.kernel;
