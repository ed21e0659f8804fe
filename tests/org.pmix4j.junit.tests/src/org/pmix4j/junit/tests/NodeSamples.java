// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.junit.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;

import org.pmix4j.client.FenceOptions;
import org.pmix4j.client.PmixClient;
import org.pmix4j.junit.Launch;
import org.pmix4j.junit.LaunchResult;
import org.pmix4j.junit.RanksTest;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Scope;

/** Tests whose ranks run on three nodes: {@link SeveralNodesTest} runs them there, in a JVM that gets the engine by system properties. */
class NodeSamples {
	private static final Set<String> NODES = Set.of("node1", "node2", "node3");

	/** Runs the tests of this class, and prints how each has ended. */
	public static void main(String[] arguments) {
		SampleRun run = SampleRun.of(NodeSamples.class);
		run.ends().forEach((name, end) -> System.out.println("test " + name + ": " + end));
		run.failures().forEach(failure -> failure.printStackTrace(System.out));
	}

	@RanksTest(6)
	void values_ofRanksOnAllNodes_arrive(PmixClient client) throws PmixException, IOException {
		client.put(Scope.GLOBAL, "node", new PmixValue.Str(Files.readString(Path.of("/proc/sys/kernel/hostname")).strip()));
		client.commit();
		client.fence(FenceOptions.COLLECT);

		for (int rank = 0; rank < 6; rank++) {
			assertEquals(new PmixValue.Str("node" + (1 + rank / 2)), client.get(Proc.of(client.proc().nspace(), rank), "node").orElseThrow());
		}
		// PRRTE 3.0 drops the data of a collecting fence and asks each rank's node at the get, which does not answer for ranks that have ended
		client.fence(FenceOptions.DEFAULT);
	}

	@Launch(value = { "sh", "-c", "sleep 0.3; hostname" }, ranks = 5)
	void names_ofAllNodes_arePrinted(LaunchResult result) {
		assertEquals(NODES, new TreeSet<>(result.output()));
	}

	/** The engine of the annotation wins over that of the system property. */
	@Launch(value = "hostname", engine = "local", output = "node0")
	void name_ofTheLocalEngine_isThatOfTheHead() {
		// the annotation says it all
	}
}
