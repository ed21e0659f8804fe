// SPDX-License-Identifier: EPL-2.0
/** Tests of the readers of the kernel's tables of processes and sockets. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.wire.tests.kernel;
