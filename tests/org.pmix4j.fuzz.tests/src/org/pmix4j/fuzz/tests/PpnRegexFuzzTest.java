// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.fuzz.tests;

import java.util.List;
import java.util.Optional;

import org.pmix4j.model.ByteObject;
import org.pmix4j.wire.internal.codec.PpnRegex;
import org.pmix4j.wire.internal.codec.RankList;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** Fuzzes lists of the ranks on each node. An input is a list in any form. */
class PpnRegexFuzzTest {
	@FuzzTest
	void parse_anyBytes_keepsThePromise(byte[] data) {
		Optional<List<RankList>> ranks = Promise.within(Expansion.allowed(data.length),
				() -> PpnRegex.parse(ByteObject.copyOf(data), Expansion.LIMITS));

		if (ranks.isPresent()) {
			String regex = PpnRegex.generate(ranks.get());
			Promise.same(ranks.get(), Promise.sound(ranks.get(), () -> PpnRegex.parse(regex, Expansion.LIMITS)));
		}
	}
}
