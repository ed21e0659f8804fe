// SPDX-License-Identifier: EPL-2.0
/** Tests of what the kernel of this machine says about processes and sockets. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.wire.tests.kernel;
