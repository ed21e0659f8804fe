// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.fuzz.tests;

import java.nio.ByteOrder;
import java.util.Optional;

import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.Dialect;
import org.pmix4j.wire.internal.codec.MalformedMessageException;
import org.pmix4j.wire.internal.handshake.Hello;
import org.pmix4j.wire.internal.handshake.HelloCodec;
import org.pmix4j.wire.internal.handshake.HelloReader;
import org.pmix4j.wire.internal.handshake.NativeCredential;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** Fuzzes hellos. An input holds a seed for splitting, and a hello, which is tried without and with its header. */
class HelloFuzzTest {
	@FuzzTest
	void decode_anyBytesInAnyPieces_keepsThePromise(byte[] data) {
		Input input = new Input(data);
		int seed = input.octet();
		byte[] bytes = input.rest();

		Promise.bounded(bytes.length, () -> read(new Input.Pieces(bytes, seed)));

		Optional<Hello> hello = Promise.bounded(bytes.length, () -> HelloCodec.decode(bytes));
		if (hello.isPresent() && bytes.length < Limits.DEFAULT.maxHello()) {
			judge(hello.get());
			byte[] encoded = HelloCodec.encode(hello.get(), seed % 2 == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
			Promise.same(hello, Promise.sound(hello, () -> read(new Input.Pieces(encoded, seed))));
		}
	}

	private static Optional<Hello> read(Input.Pieces pieces) throws MalformedMessageException {
		HelloReader reader = new HelloReader(Limits.DEFAULT);
		Optional<Hello> hello = Optional.empty();
		while (hello.isEmpty() && pieces.hasNext()) {
			hello = reader.next(pieces.next());
		}
		return hello;
	}

	/** Reads what a server checks before it accepts the peer. */
	private static void judge(Hello hello) {
		Promise.bounded(hello.credential().size(), () -> NativeCredential.parse(hello.credential(), ByteOrder.BIG_ENDIAN));
		String modules = String.join(",", hello.bfrops());
		Promise.bounded(modules.length(), () -> Dialect.best(modules));
		Promise.bounded(hello.blob().size(), hello::hasInfos);
	}
}
