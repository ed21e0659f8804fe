// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.junit.internal.report;

/** The result of a test in one rank. */
public enum RankVerdict {
	/** The test has passed. */
	PASSED,
	/** An assumption has failed, or a condition has disabled the test. */
	ABORTED,
	/** The test, or a method around it, has failed. */
	FAILED
}
