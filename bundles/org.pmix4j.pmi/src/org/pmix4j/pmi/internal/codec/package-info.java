// SPDX-License-Identifier: EPL-2.0
/** The codec of PMI-1, the protocol between ranks of MPICH and their launcher: lines of text. Knows no state. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.pmi.internal.codec;
