// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.host.HostOptions;
import org.pmix4j.host.LocalHost;
import org.pmix4j.host.internal.osgi.BundleHosts;
import org.pmix4j.host.service.HostService;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobSpec;
import org.pmix4j.testkit.Await;

/** Tests the hosts of a bundle, which end with it. The RCP example is started by a test of its own. */
class BundleHostsTest {
	@TempDir
	Path directory = Path.of("");

	@Test
	void close_openHost_endsItsJobs() throws Exception {
		BundleHosts hosts = new BundleHosts();
		LocalHost first = hosts.start(HostOptions.defaults().withDirectory(directory));
		LocalHost second = hosts.start(HostOptions.defaults().withDirectory(directory));
		first.close();
		Job job = second.launch(JobSpec.of(2, "sleep", "1000"));
		assertThat(Await.result(job.started())).isTrue();

		hosts.close();

		assertThat(second.isClosed()).isTrue();
		assertThat(job.ended()).isDone();
		assertThat(directory).isEmptyDirectory();
	}

	@Test
	void start_afterClose_isRefused() {
		BundleHosts hosts = new BundleHosts();
		hosts.close();

		assertThatIllegalStateException().isThrownBy(() -> hosts.start(HostOptions.defaults()))
				.withMessageContaining(HostService.class.getName());
	}
}
