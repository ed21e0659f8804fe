// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.pmix4j.testkit.Await;

/** When descriptors run out, starting fails with a clear message and works again later. */
class FewDescriptorsTest {

	@Test
	void spawn_noDescriptorsLeft_failsWithMessageAndRecovers() throws Exception {
		Process jvm = Jvm.start(List.of("prlimit", "--nofile=90:90"), FewDescriptors.class);

		assertThat(Await.output(jvm).lines()).satisfiesExactly(
				failure -> assertThat(failure).matches(
						"RESOURCES cannot run cat \\(/.*\\): too many open files.* \\(EMFILE\\); see ulimit -n"),
				then -> assertThat(then).isEqualTo("then exit code 0"));
	}
}
