// SPDX-License-Identifier: EPL-2.0
// Run it with: ./pmix4j run -n 4 examples/ring

import org.pmix4j.client.FenceOptions;
import org.pmix4j.client.PmixClient;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Scope;
import org.pmix4j.model.ValueType;
import org.pmix4j.model.attributes.JobAttributes;

/** A ring of processes: each puts a token, waits for all others, and gets the token of its left neighbor. */
public class Ring {
	private static final Attribute<Integer> TOKEN = Attribute.of("token", ValueType.INT);

	public static void main(String[] arguments) throws PmixException {
		try (PmixClient client = PmixClient.open()) {
			Proc me = client.proc();
			int rank = me.rank().value();
			int size = client.jobInfo(JobAttributes.JOB_SIZE).orElseThrow();

			client.put(Scope.GLOBAL, TOKEN, 100 * rank);
			client.commit();
			client.fence(FenceOptions.COLLECT);

			Proc left = Proc.of(me.nspace(), (rank + size - 1) % size);
			int token = client.get(left, TOKEN).orElseThrow();
			System.out.println("rank " + rank + " of " + size + " got token " + token + " from rank " + left.rank());
		}
	}
}
