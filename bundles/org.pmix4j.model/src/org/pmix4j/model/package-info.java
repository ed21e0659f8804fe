// SPDX-License-Identifier: EPL-2.0
/** The values that PMIx peers exchange: immutable, without I/O, and independent of the wire format. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.model;
