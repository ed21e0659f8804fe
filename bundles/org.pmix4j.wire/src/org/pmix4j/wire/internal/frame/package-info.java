// SPDX-License-Identifier: EPL-2.0
/** Messages on the wire: a header of 16 bytes and an opaque payload. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.wire.internal.frame;
