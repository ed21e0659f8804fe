// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.tests.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.placement.internal.allocation.NodeNames;

/** The names that mean a node. */
class NodeNamesTest {
	private final NodeNames local = new NodeNames("node7.example.org", true);

	@ParameterizedTest
	@ValueSource(strings = { "node7.example.org", "NODE7", "localhost", "LocalHost", "127.0.0.1", "127.0.0.53", "::1" })
	void isMeantBy_nameOfThisMachine_isTrue(String name) {
		assertThat(local.isMeantBy(name)).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "node8", "node7.example.com", "node", "node7.example.org.", "10.0.0.1", "203.0.113.9",
			 "2001:db8::9", "no.such.host" })
	void isMeantBy_anotherName_isFalse(String name) {
		assertThat(local.isMeantBy(name)).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "localhost", "127.0.0.1", "::1" })
	void isMeantBy_loopbackForANodeElsewhere_isFalse(String name) {
		assertThat(new NodeNames("node7", false).isMeantBy(name)).isFalse();
		assertThat(new NodeNames("node7", false).isMeantBy("node7.example.org")).isTrue();
	}
}
