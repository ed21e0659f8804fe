// SPDX-License-Identifier: EPL-2.0
/** The event loop and the connections it serves. Bytes only: knows no PMIx message. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.wire.internal.loop;
