// SPDX-License-Identifier: EPL-2.0
/**
 * Tests of parallel programs with JUnit: test methods that run as several ranks, and native programs under an embedded PMIx server.
 *
 * @since 0.1.0
 */
@org.jspecify.annotations.NullMarked
package org.pmix4j.junit;
