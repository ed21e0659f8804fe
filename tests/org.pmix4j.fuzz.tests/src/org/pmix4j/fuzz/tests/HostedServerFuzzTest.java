// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.fuzz.tests;

import org.pmix4j.model.PmixException;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** Like {@link ServerFuzzTest}, but with a host that fulfills every request, so that the server has results to pass on. */
class HostedServerFuzzTest {
	@FuzzTest
	void serve_anyMessages_goesOn(byte[] data) throws PmixException {
		ServerFuzzTest.serve(data, new WillingHost());
	}
}
