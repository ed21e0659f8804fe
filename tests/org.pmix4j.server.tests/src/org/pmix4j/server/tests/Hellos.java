// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Proc;
import org.pmix4j.testkit.ProcessTable;
import org.pmix4j.wire.internal.handshake.Hello;
import org.pmix4j.wire.internal.handshake.HelloFlag;
import org.pmix4j.wire.internal.handshake.NativeCredential;
import org.pmix4j.wire.internal.handshake.PeerVersion;

/** Hellos as sent by the C library, and ways to damage them. */
final class Hellos {
	/** The user who runs the tests and the server. */
	static final int UID = ProcessTable.ownUid();
	static final int GID = 100;
	private static final String NATIVE = NativeCredential.NATIVE;

	private Hellos() {
	}

	static Hello client(Proc proc, Release release) {
		return new Hello(NATIVE, credential(UID, GID), HelloFlag.CLIENT, Optional.empty(), Optional.of(proc), release.version(),
				List.of(release.dialect().moduleName()), false, "hash", ByteObject.EMPTY);
	}

	/** @param proc omitted if the flag carries none */
	static Hello tool(HelloFlag flag, Proc proc, Release release) {
		return new Hello(NATIVE, credential(UID, GID), flag, Optional.of(new NativeCredential(UID, GID)),
				flag.carriesProc() ? Optional.of(proc) : Optional.empty(), release.version(), List.of(release.dialect().moduleName()),
				false,
				"hash", ByteObject.EMPTY);
	}

	static ByteObject credential(int uid, int gid) {
		return new NativeCredential(uid, gid).encode(ByteOrder.nativeOrder());
	}

	static Hello withPsec(Hello hello, String psec, ByteObject credential) {
		return new Hello(psec, credential, hello.flag(), hello.user(), hello.proc(), hello.version(), hello.bfrops(), hello.described(),
				hello.gds(), hello.blob());
	}

	static Hello withUser(Hello hello, NativeCredential user) {
		return new Hello(hello.psec(), hello.credential(), hello.flag(), Optional.of(user), hello.proc(), hello.version(), hello.bfrops(),
				hello.described(), hello.gds(), hello.blob());
	}

	static Hello withBfrops(Hello hello, String... bfrops) {
		return new Hello(hello.psec(), hello.credential(), hello.flag(), hello.user(), hello.proc(), hello.version(), List.of(bfrops),
				hello.described(), hello.gds(), hello.blob());
	}

	static Hello described(Hello hello) {
		return new Hello(hello.psec(), hello.credential(), hello.flag(), hello.user(), hello.proc(), hello.version(), hello.bfrops(), true,
				hello.gds(), hello.blob());
	}

	static Hello withGds(Hello hello, String gds) {
		return new Hello(hello.psec(), hello.credential(), hello.flag(), hello.user(), hello.proc(), hello.version(), hello.bfrops(),
				hello.described(), gds, hello.blob());
	}

	static Hello withVersion(Hello hello, String version) {
		return new Hello(hello.psec(), hello.credential(), hello.flag(), hello.user(), hello.proc(),
				PeerVersion.parse(version), hello.bfrops(), hello.described(), hello.gds(), hello.blob());
	}

	static Hello withBlob(Hello hello, byte... blob) {
		return new Hello(hello.psec(), hello.credential(), hello.flag(), hello.user(), hello.proc(), hello.version(), hello.bfrops(),
				hello.described(), hello.gds(), ByteObject.wrap(blob));
	}
}
