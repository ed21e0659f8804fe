// SPDX-License-Identifier: EPL-2.0
/** Encodes and decodes values in the dialect of each release ("bfrops" in the C library). */
@org.jspecify.annotations.NullMarked
package org.pmix4j.wire.internal.codec;
