// SPDX-License-Identifier: EPL-2.0
/** Runs Java classes as ranks of PMIx jobs, with the class path and the Java runtime of their projects. */
@org.jspecify.annotations.NullMarked
package org.pmix4e.jdt.internal;
