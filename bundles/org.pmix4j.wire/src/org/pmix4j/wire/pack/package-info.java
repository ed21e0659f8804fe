// SPDX-License-Identifier: EPL-2.0
/**
 * Packs values that programs exchange, like the PMIx_Data functions in C, and compresses bytes.
 *
 * @since 0.1.0
 */
@org.jspecify.annotations.NullMarked
package org.pmix4j.wire.pack;
