// SPDX-License-Identifier: EPL-2.0
/** The JVM of a rank: runs one test method and reports its result. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.junit.internal.rank;
