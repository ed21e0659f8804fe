// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.fuzz.tests;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.client.internal.connection.EnvironmentFinder;
import org.pmix4j.client.internal.connection.ServerContact;

import com.code_intelligence.jazzer.junit.FuzzTest;

/**
 * Fuzzes the environment from which a client finds its server. An input holds the URI and, on the next lines, namespace, rank and release.
 */
class ServerUriFuzzTest {
	@FuzzTest
	void find_anyText_keepsThePromise(byte[] data) {
		String[] lines = new String(data, StandardCharsets.ISO_8859_1).split("\n", -1);
		Map<String, String> environment = Map.of("PMIX_SERVER_URI41", lines[0], "PMIX_NAMESPACE", line(lines, 1, "job"), "PMIX_RANK",
				line(lines, 2, "0"), "PMIX_VERSION", line(lines, 3, "4.2.2"));

		Optional<ServerContact> contact = Promise.bounded(data.length, () -> new EnvironmentFinder(environment).find());

		contact.ifPresent(found -> Promise.same(false, found.address().isUnresolved()));
	}

	private static String line(String[] lines, int index, String otherwise) {
		return index < lines.length ? lines[index] : otherwise;
	}
}
