// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.fuzz.tests;

import java.util.List;
import java.util.Optional;

import org.pmix4j.model.ByteObject;
import org.pmix4j.wire.internal.codec.NodeRegex;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** Fuzzes lists of nodes. An input is a list in any form. */
class NodeRegexFuzzTest {
	@FuzzTest
	void parse_anyBytes_keepsThePromise(byte[] data) {
		Optional<List<String>> names = Promise.within(Expansion.allowed(data.length),
				() -> NodeRegex.parse(ByteObject.copyOf(data), Expansion.LIMITS));

		if (names.isPresent()) {
			String regex = NodeRegex.generate(names.get());
			Promise.same(names.get(), Promise.sound(names.get(), () -> NodeRegex.parse(regex, Expansion.LIMITS)));
		}
	}
}
