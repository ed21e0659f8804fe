// SPDX-License-Identifier: EPL-2.0
/** Messages as they travel: a header of 16 bytes and a payload that nobody here looks into. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.wire.internal.frame;
