// SPDX-License-Identifier: EPL-2.0
/** Tests of the whole launcher with real programs: Open MPI, the C library of PMIx, Python, and shell commands. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.interop.tests;
