// SPDX-License-Identifier: EPL-2.0
/** Values packed by programs for each other, as by the PMIx_Data functions in C, and compression of bytes. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.wire.pack;
