// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.fuzz.tests;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Kval;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.message.KvalBlob;

import com.code_intelligence.jazzer.junit.FuzzTest;

/**
 * Fuzzes key-value pairs that a server passes on, possibly in another encoding. An input holds source encoding, target encoding, and the
 * packs.
 */
class KvalBlobFuzzTest {
	@FuzzTest
	void encodedFor_anyBytes_keepsThePromise(byte[] data) {
		Input input = new Input(data);
		Encoding from = input.encoding();
		Encoding to = input.encoding();
		byte[] content = input.rest();
		KvalBlob blob = KvalBlob.packed(from, ByteObject.wrap(content));

		Optional<List<Kval>> kvals = Promise.bounded(content.length, () -> blob.kvals(Limits.DEFAULT));

		if (kvals.isPresent()) {
			ByteObject packed = Promise.sound(kvals.get(), () -> blob.encodedFor(to, Limits.DEFAULT));
			List<Kval> again = Promise.sound(kvals.get(), () -> KvalBlob.packed(to, packed).kvals(Limits.DEFAULT));
			requireSomeOf(kvals.get(), again);
		}
	}

	/** Checks that pairs unknown to the target encoding are omitted and the others are unchanged and in order. */
	private static void requireSomeOf(List<Kval> all, List<Kval> some) {
		Iterator<Kval> left = all.iterator();
		for (Kval kval : some) {
			boolean found = false;
			while (!found && left.hasNext()) {
				found = left.next().equals(kval);
			}
			if (!found) {
				Promise.same(all, some);
			}
		}
	}
}
