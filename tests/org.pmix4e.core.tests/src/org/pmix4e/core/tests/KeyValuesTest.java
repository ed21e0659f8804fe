// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4e.core.model.ElementState;
import org.pmix4e.core.model.KeyValue;
import org.pmix4e.core.model.KeyValueSource;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.Peers;

/** Tests the values of jobs and ranks, with a C program that puts and publishes some. */
class KeyValuesTest {
	private static final int ALL = 10_000;

	@RegisterExtension
	final Jobs jobs = new Jobs();

	private static List<KeyValue> values(KeyValueSource source, int most) throws Exception {
		return Await.result(source.keyValues(most));
	}

	@Test
	void keyValues_ofRunningJob_areItsDataAndWhatItsRanksPutAndPublished() throws Exception {
		Launched launched = Launched.launch(jobs.program(2, Peers.c("pmix_stored").toString()));
		launched.awaitOutput("ready");
		NamespaceElement job = launched.namespace();

		assertThat(values(job, ALL)).contains(new KeyValue("job", "PMIX_JOB_SIZE", "2"), new KeyValue("program 0", "PMIX_APP_SIZE", "2"),
				new KeyValue("published by " + job.name() + ":0", "stored.published", "42"));
		assertThat(values(job.ranks().get(0), ALL)).contains(new KeyValue("rank 0", "PMIX_LOCAL_RANK", "0"),
				new KeyValue("rank 0", "PMIX_SPAWNED", "false"),
				new KeyValue("put by rank 0 for all", "stored.global", "to all"),
				new KeyValue("put by rank 0 for its node", "stored.local", "to this node"),
				new KeyValue("put by rank 0 for other nodes", "stored.remote", "to other nodes"));
		assertThat(values(job.ranks().get(1), ALL)).noneMatch(value -> value.key().startsWith("stored."));
		assertThat(values(job, 3)).hasSize(3);
		assertThat(values(job, ALL)).allSatisfy(value -> assertThat(value.value()).doesNotContain("\n"));
	}

	@Test
	void keyValues_ofEndedJob_fail() throws Exception {
		NamespaceElement job = Launched.launch(jobs.script(1, "exit 0")).awaitEnd().namespace();

		assertThat(job.state()).isEqualTo(ElementState.FINISHED);
		assertThatThrownBy(() -> values(job, ALL)).hasMessageContaining(job.name());
	}
}
