// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.fuzz.tests;

import org.pmix4j.model.PmixException;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** The same as {@link ServerFuzzTest} with a host that does whatever is asked, so that the server has answers to pass on. */
class HostedServerFuzzTest {
	@FuzzTest
	void serve_anyMessages_goesOn(byte[] data) throws PmixException {
		ServerFuzzTest.serve(data, new WillingHost());
	}
}
