// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import java.io.IOException;

import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.model.IProcess;
import org.pmix4j.testkit.Await;

/** A process that does nothing, as rank 0 of a launch. Ends when it is closed. */
final class IdleRank implements AutoCloseable {
	private final Process program;
	private final IProcess process;

	IdleRank(ILaunch launch) throws IOException {
		program = new ProcessBuilder("/bin/sleep", "600").start();
		process = DebugPlugin.newProcess(launch, program, "rank 0");
	}

	long pid() {
		return program.pid();
	}

	IProcess process() {
		return process;
	}

	@Override
	public void close() throws InterruptedException {
		program.destroyForcibly();
		Await.exit(program);
	}
}
