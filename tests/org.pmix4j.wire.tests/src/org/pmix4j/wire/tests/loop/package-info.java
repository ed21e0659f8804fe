// SPDX-License-Identifier: EPL-2.0
/** The event loop, connections and listeners. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.wire.tests.loop;
