// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobResult;
import org.pmix4j.testkit.Await;

/** The directories of a job are removed at the end of the job, not at the end of the host. */
class JobDirectoryTest {
	private TestHost host;

	@BeforeEach
	void start() throws Exception {
		host = new TestHost();
	}

	@AfterEach
	void end() {
		host.close();
	}

	@Test
	void end_jobWithFiles_removesItsDirectories() throws Exception {
		Job job = host.launch(host.shell(2, "cd $OMPI_FILE_LOCATION && echo x >file && mkdir deep && ln -s / link"));

		JobResult result = Await.result(job.ended());

		assertThat(result.isSuccess()).isTrue();
		assertThat(jobDirectories()).isEmpty();
	}

	@Test
	void end_anotherJobRuns_keepsItsDirectories() throws Exception {
		Job other = host.launch(host.shell(1, "sleep 60"));
		Await.result(other.started());

		host.run(1, "true");

		assertThat(jobDirectories()).containsExactly(other.nspace());
		other.terminate();
		Await.result(other.ended());
	}

	private List<String> jobDirectories() throws Exception {
		try (Stream<Path> sessions = Files.list(host.directory())) {
			Path session = sessions.filter(Files::isDirectory).findFirst().orElseThrow();
			try (Stream<Path> entries = Files.list(session)) {
				return entries.filter(Files::isDirectory).map(path -> path.getFileName().toString()).toList();
			}
		}
	}
}
