// SPDX-License-Identifier: EPL-2.0
/** Measures the parts through which every message goes. Started by run.sh; no test. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.benchmarks;
