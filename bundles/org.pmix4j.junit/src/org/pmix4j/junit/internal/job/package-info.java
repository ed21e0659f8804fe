// SPDX-License-Identifier: EPL-2.0
/** The job of a test: its run, its time limit and its output. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.junit.internal.job;
