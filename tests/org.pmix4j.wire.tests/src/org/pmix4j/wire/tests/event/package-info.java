// SPDX-License-Identifier: EPL-2.0
/** Tests of the rules about events that processes and servers share. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.wire.tests.event;
