// SPDX-License-Identifier: EPL-2.0
/** Tests of the event loop, connections and listeners. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.wire.tests.loop;
