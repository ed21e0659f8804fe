// SPDX-License-Identifier: EPL-2.0
// Run it with: ./pmix4j run -n 1 examples/spawn

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import org.pmix4j.client.PmixClient;
import org.pmix4j.client.RequestOptions;
import org.pmix4j.client.process.ConnectedProcesses;
import org.pmix4j.client.process.SpawnProgram;
import org.pmix4j.client.process.SpawnRequest;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Scope;
import org.pmix4j.model.ValueType;

/**
 * A job that starts another one while it runs. The parent spawns two children, which run this program as well, and connects with them. Then
 * it can read the values that they have put.
 */
public class Spawn {
	private static final Attribute<Integer> RESULT = Attribute.of("result", ValueType.INT);
	private static final int CHILDREN = 2;

	public static void main(String[] arguments) throws PmixException {
		try (PmixClient client = PmixClient.open()) {
			if (arguments.length == 0) {
				parent(client);
			} else {
				child(client, Proc.of(arguments[0], 0));
			}
		}
	}

	private static void parent(PmixClient client) throws PmixException {
		String job = client.processes().spawn(SpawnRequest.of(ownProgram(client.proc().nspace()).withRanks(CHILDREN)));
		// all processes of both jobs connect; closing the connection waits for all of them as well
		try (ConnectedProcesses connection = client.processes().connect(List.of(client.proc(), Proc.wildcard(job)), RequestOptions.DEFAULT)) {
			for (int rank = 0; rank < CHILDREN; rank++) {
				System.out.println("child " + rank + " has the result " + client.get(Proc.of(job, rank), RESULT).orElseThrow());
			}
		}
	}

	private static void child(PmixClient client, Proc parent) throws PmixException {
		client.put(Scope.GLOBAL, RESULT, 10 + client.proc().rank().value());
		client.commit();
		List<Proc> both = List.of(parent, Proc.wildcard(client.proc().nspace()));
		client.processes().connect(both, RequestOptions.DEFAULT).close();
	}

	/** Returns the command that runs this program in the same way, with an argument. */
	private static SpawnProgram ownProgram(String argument) {
		ProcessHandle.Info me = ProcessHandle.current().info();
		Stream<String> arguments = Stream.concat(Arrays.stream(me.arguments().orElseThrow()), Stream.of(argument));
		return SpawnProgram.of(me.command().orElseThrow(), arguments.toArray(String[]::new));
	}
}
