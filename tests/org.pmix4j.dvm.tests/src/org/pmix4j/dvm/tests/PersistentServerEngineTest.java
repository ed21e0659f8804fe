// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.dvm.tests;

import java.nio.file.Path;

import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.dvm.ServerEngine;
import org.pmix4j.job.JobEngine;
import org.pmix4j.testkit.JobEngineContract;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.ServerRun;
import org.pmix4j.tool.options.ServerChoice;
import org.pmix4j.tool.options.ToolOptions;

/** The engine for a server that is already there, attached to the command {@code server}. */
class PersistentServerEngineTest extends JobEngineContract {
	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@TempDir
	private Path scratch;

	private ServerRun server;

	@Override
	protected JobEngine open() throws Exception {
		Path uri = scratch.resolve("uri");
		server = ServerRun.start(pmix4j, "--report-uri", uri);
		return ServerEngine.attach(ToolOptions.of(ServerChoice.uri("file:" + uri)));
	}

	@Override
	protected void release() {
		server.stop();
	}
}
