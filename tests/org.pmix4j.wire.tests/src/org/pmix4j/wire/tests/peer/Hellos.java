// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.peer;

import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Proc;
import org.pmix4j.wire.internal.handshake.Hello;
import org.pmix4j.wire.internal.handshake.HelloCodec;
import org.pmix4j.wire.internal.handshake.HelloFlag;
import org.pmix4j.wire.internal.handshake.NativeCredential;
import org.pmix4j.wire.internal.handshake.PeerVersion;

/** Hellos of PMIx4J's client and tool. */
final class Hellos {
	private static final String RELEASE = "4.2.2";
	static final NativeCredential USER = new NativeCredential(1000, 100);

	private Hellos() {
	}

	static Hello client(int rank) {
		return client(rank, RELEASE);
	}

	static Hello client(int rank, String version) {
		return hello(HelloFlag.CLIENT, Optional.empty(), Optional.of(Proc.of("myjob", rank)), version);
	}

	static Hello tool() {
		return hello(HelloFlag.TOOL_NEEDS_ID, Optional.of(USER), Optional.empty(), RELEASE);
	}

	static byte[] bytes(Hello hello) {
		return HelloCodec.encode(hello, ByteOrder.nativeOrder());
	}

	private static Hello hello(HelloFlag flag, Optional<NativeCredential> user, Optional<Proc> proc, String version) {
		return new Hello(NativeCredential.NATIVE, USER.encode(ByteOrder.nativeOrder()), flag, user, proc, PeerVersion.parse(version),
				List.of("v41"), false, "hash", ByteObject.EMPTY);
	}
}
