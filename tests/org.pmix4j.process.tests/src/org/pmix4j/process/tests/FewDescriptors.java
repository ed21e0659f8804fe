// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.tests;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.pmix4j.process.internal.process.ChildProcess;
import org.pmix4j.process.internal.process.ProcessLoop;
import org.pmix4j.process.internal.process.Program;
import org.pmix4j.process.internal.process.SpawnException;
import org.pmix4j.process.internal.process.SpawnSpec;
import org.pmix4j.testkit.Await;

/** Starts processes until the descriptors are used up; prints the failure, and whether starting works again afterwards. */
final class FewDescriptors {

	private FewDescriptors() {
	}

	public static void main(String[] arguments) throws Exception {
		try (ProcessLoop loop = ProcessLoop.start("few")) {
			Path directory = Path.of("/");
			Program program = Program.find("cat", directory, System.getenv());
			SpawnSpec cat = SpawnSpec.of(program, List.of(), System.getenv(), directory).withStdin();
			List<ChildProcess> started = new ArrayList<>();
			try {
				while (started.size() < 10_000) {
					started.add(loop.spawn(cat, Loop.IGNORE));
				}
			} catch (SpawnException e) {
				System.out.println(e.reason() + " " + e.getMessage());
			}
			for (ChildProcess child : started) {
				child.stdin().close();
				Await.result(child.ended());
			}
			ChildProcess one = loop.spawn(cat, Loop.IGNORE);
			one.stdin().close();
			System.out.println("then " + Await.result(one.ended()));
		}
	}
}
