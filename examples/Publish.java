// SPDX-License-Identifier: EPL-2.0
// Run it with: ./pmix4j run -n 3 examples/publish [NAME...]

import java.util.List;

import org.pmix4j.client.FenceOptions;
import org.pmix4j.client.PmixClient;
import org.pmix4j.client.RequestOptions;
import org.pmix4j.client.names.LookupOptions;
import org.pmix4j.client.names.PublishOptions;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.PublishedData;

/**
 * A service and its users: rank 0 publishes an address under a name, and the other ranks look the name up. In contrast to values that were
 * put, the name is enough: users need not know which process has published it, nor belong to the same job. Each argument is the name of
 * another service, for which every rank waits, too; programs of MPI publish them by MPI_Publish_name.
 */
public class Publish {
	private static final String NAME = "example.service";

	/** Waits until the name is published. */
	private static void find(PmixClient client, String name) throws PmixException {
		List<PublishedData> found = client.names().lookup(List.of(name), LookupOptions.WAIT);
		PublishedData service = found.get(0);
		String address = service.value() instanceof PmixValue.Str text ? text.value() : "another kind of value";
		System.out.println("rank " + client.proc().rank() + " found " + address + " of rank " + service.publisher().rank());
	}

	public static void main(String[] arguments) throws PmixException {
		try (PmixClient client = PmixClient.open()) {
			int rank = client.proc().rank().value();
			if (rank == 0) {
				client.names().publish(Infos.of(Info.of(NAME, new PmixValue.Str("tcp://localhost:4711"))), PublishOptions.DEFAULT);
				System.out.println("rank 0 has published " + NAME);
			} else {
				find(client, NAME);
			}
			for (String other : arguments) {
				find(client, other);
			}
			client.fence(FenceOptions.DEFAULT);

			if (rank == 0) {
				client.names().unpublish(List.of(NAME), RequestOptions.DEFAULT);
			}
		}
	}
}
