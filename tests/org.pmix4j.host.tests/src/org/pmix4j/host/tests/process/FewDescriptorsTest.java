// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

/** When descriptors run out, starting fails with a clear message and works again later. */
class FewDescriptorsTest {

	@Test
	void spawn_noDescriptorsLeft_failsWithMessageAndRecovers() throws Exception {
		Process jvm = Jvm.start(List.of("prlimit", "--nofile=90:90"), FewDescriptors.class);
		String output = new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

		assertThat(jvm.waitFor(Await.LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
		assertThat(output.lines()).satisfiesExactly(
				failure -> assertThat(failure).matches(
						"RESOURCES cannot run cat \\(/.*\\): too many open files.* \\(EMFILE\\); see ulimit -n"),
				then -> assertThat(then).isEqualTo("then exit code 0"));
	}
}
