// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.handshake;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** The effective user and group of this process, as the kernel knows them. Stateless: a JVM does not change its user. */
public final class ProcessUser {
	private static final Optional<NativeCredential> SELF = read();

	private ProcessUser() {
	}

	/** @return effective user and group; empty where the file system does not tell */
	public static Optional<NativeCredential> ids() {
		return SELF;
	}

	private static Optional<NativeCredential> read() {
		try {
			Map<String, Object> told = Files.readAttributes(Path.of("/proc/self"), "unix:uid,gid");
			return Optional.of(new NativeCredential((Integer) told.get("uid"), (Integer) told.get("gid")));
		} catch (IOException | UnsupportedOperationException | IllegalArgumentException unknown) {
			return Optional.empty();
		}
	}
}
