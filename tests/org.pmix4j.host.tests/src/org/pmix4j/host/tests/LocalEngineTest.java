// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests;

import java.nio.file.Path;

import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.host.HostOptions;
import org.pmix4j.host.LocalHost;
import org.pmix4j.job.JobEngine;
import org.pmix4j.testkit.JobEngineContract;

/** The local host as an engine. */
class LocalEngineTest extends JobEngineContract {
	@TempDir
	private Path directory;

	@Override
	protected JobEngine open() throws Exception {
		return LocalHost.start(HostOptions.defaults().withDirectory(directory).withSlots(2));
	}
}
