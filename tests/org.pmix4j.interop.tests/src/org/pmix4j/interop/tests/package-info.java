// SPDX-License-Identifier: EPL-2.0
/** Tests of the whole launcher with real programs: the C library and tools of PMIx, PRRTE, Python, and shell commands. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.interop.tests;
