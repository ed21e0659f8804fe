// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.dvm.tests;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.job.JobEngine;
import org.pmix4j.slurm.SlurmOptions;
import org.pmix4j.slurm.SrunEngine;
import org.pmix4j.testkit.JobEngineContract;
import org.pmix4j.testkit.PretendNodes;

/** The engine that runs jobs by srun of Slurm 22.05, in an allocation of its own on three nodes that this machine plays. */
class SrunEngineTest extends JobEngineContract {
	@TempDir
	private static Path shared;

	private static PretendNodes nodes;

	@BeforeAll
	static void startNodes() throws Exception {
		nodes = PretendNodes.startWithSlurm(Files.createDirectory(shared.resolve("nodes")), 3);
	}

	@AfterAll
	static void endNodes() throws Exception {
		nodes.close();
	}

	@Override
	protected JobEngine open() throws Exception {
		Map<String, String> environment = new HashMap<>(System.getenv());
		environment.putAll(nodes.slurm());
		return SrunEngine.request(SlurmOptions.NONE.and("nodes=3"), 6, environment, line -> {
		});
	}
}
