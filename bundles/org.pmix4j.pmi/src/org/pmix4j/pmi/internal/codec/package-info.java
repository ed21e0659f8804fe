// SPDX-License-Identifier: EPL-2.0
/** The codec of PMI-1 and PMI-2, the protocols between ranks of MPICH and their launcher: lines and frames of text. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.pmi.internal.codec;
