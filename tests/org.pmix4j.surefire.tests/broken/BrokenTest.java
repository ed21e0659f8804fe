// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.pmix4j.client.PmixClient;
import org.pmix4j.junit.RanksTest;

/** Fails in one of two ranks, and the build with it. */
class BrokenTest {
	@RanksTest(2)
	void rank_ofEach_isZero(PmixClient client) {
		assertEquals(0, client.proc().rank().value());
	}
}
