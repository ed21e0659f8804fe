// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.junit.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.pmix4j.client.FenceOptions;
import org.pmix4j.client.PmixClient;
import org.pmix4j.junit.RanksTest;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Scope;
import org.pmix4j.model.attributes.JobAttributes;

/** The example of {@link RanksTest}, which runs in its ranks wherever these tests run. */
class RingTest {
	@RanksTest({ 1, 2, 4 })
	void token_ofLeftNeighbor_arrives(PmixClient client) throws PmixException {
		int rank = client.proc().rank().value();
		int size = client.jobInfo(JobAttributes.JOB_SIZE).orElseThrow();
		client.put(Scope.GLOBAL, "token", new PmixValue.Int32(rank));
		client.commit();
		client.fence(FenceOptions.COLLECT);

		Proc left = Proc.of(client.proc().nspace(), (rank + size - 1) % size);
		assertEquals(new PmixValue.Int32(left.rank().value()), client.get(left, "token").orElseThrow());
	}
}
