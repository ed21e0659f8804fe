// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.pmix4j.client.FenceOptions;
import org.pmix4j.client.PmixClient;
import org.pmix4j.junit.Launch;
import org.pmix4j.junit.LaunchResult;
import org.pmix4j.junit.RanksTest;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Scope;
import org.pmix4j.model.attributes.JobAttributes;

/** A method that runs in each rank of a job, and a program whose ranks are a job. */
class RingTest {
	@RanksTest({ 1, 3 })
	void token_ofLeftNeighbor_arrives(PmixClient client) throws PmixException {
		int rank = client.proc().rank().value();
		int size = client.jobInfo(JobAttributes.JOB_SIZE).orElseThrow();
		client.put(Scope.GLOBAL, "token", new PmixValue.Int32(rank));
		client.commit();
		client.fence(FenceOptions.COLLECT);

		Proc left = Proc.of(client.proc().nspace(), (rank + size - 1) % size);
		assertEquals(new PmixValue.Int32(left.rank().value()), client.get(left, "token").orElseThrow());
	}

	@Launch(value = { "sh", "-c", "echo rank $PMIX_RANK of the job" }, ranks = 2, output = "rank 1 of the job")
	void program_ofTwoRanks_writesALineEach(LaunchResult result) {
		assertEquals(2, result.output().size());
	}
}
