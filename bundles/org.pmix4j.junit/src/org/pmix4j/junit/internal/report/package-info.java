// SPDX-License-Identifier: EPL-2.0
/** The result of a test in one rank, and its way to the JVM of the build. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.junit.internal.report;
