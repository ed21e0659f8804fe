// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.tests;

import java.nio.file.Path;
import java.util.List;

import org.pmix4j.process.internal.process.ProcessLoop;
import org.pmix4j.process.internal.process.Program;
import org.pmix4j.process.internal.process.SpawnSpec;
import org.pmix4j.testkit.Await;

/** Runs one shell command through a process loop; prints its output, then its status, then "closed". */
final class RunOne {

	private RunOne() {
	}

	public static void main(String[] arguments) throws Exception {
		try (ProcessLoop loop = ProcessLoop.start("one")) {
			Path directory = Path.of("/");
			SpawnSpec spec = SpawnSpec.of(Program.find("sh", directory, System.getenv()), List.of("-c", arguments[0]), System.getenv(),
					directory);
			Collected collected = new Collected();
			String end = Await.result(loop.spawn(spec.withStdin(), collected).ended()).toString();
			System.out.print(collected.out() + end + "\n");
		}
		System.out.println("closed");
	}
}
