// SPDX-License-Identifier: EPL-2.0
// Run it with: ./pmix4j run -n 4 examples/exchange

import org.pmix4j.client.FenceOptions;
import org.pmix4j.client.GetOptions;
import org.pmix4j.client.GetResult;
import org.pmix4j.client.PmixClient;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Scope;
import org.pmix4j.model.ValueType;
import org.pmix4j.model.attributes.JobAttributes;

/**
 * Values on demand: each process puts an address, and gets that of its right neighbor only. No fence collects the addresses of all
 * processes; a get waits until its value is committed. Rank 0 also puts a note that no rank waits for.
 */
public class Exchange {
	private static final Attribute<String> ADDRESS = Attribute.of("address", ValueType.STRING);
	private static final Attribute<String> NOTE = Attribute.of("note", ValueType.STRING);

	public static void main(String[] arguments) throws PmixException {
		try (PmixClient client = PmixClient.open()) {
			Proc me = client.proc();
			int rank = me.rank().value();
			int size = client.jobInfo(JobAttributes.JOB_SIZE).orElseThrow();

			client.put(Scope.GLOBAL, ADDRESS, "port-" + (4000 + rank));
			if (rank == 0) {
				client.put(Scope.GLOBAL, NOTE, "I am the first");
			}
			client.commit();

			Proc right = Proc.of(me.nspace(), (rank + 1) % size);
			String address = client.get(right, ADDRESS).orElseThrow();
			// what is committed by now, if anything
			GetResult<String> note = client.get(right, NOTE, GetOptions.IMMEDIATE);
			System.out.println("rank " + rank + " found " + right.rank() + " at " + address + ", note: " + note.orElse("none"));
			// no process ends before its neighbor has its values
			client.fence(FenceOptions.DEFAULT);
		}
	}
}
