// SPDX-License-Identifier: EPL-2.0
/** Benchmarks of the code through which every message passes. Started by run.sh; not part of the tests. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.benchmarks;
