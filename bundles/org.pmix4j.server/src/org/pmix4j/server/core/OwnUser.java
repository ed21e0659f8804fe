// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.core;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;

/** The user that this process runs for. Without state. */
final class OwnUser {
	private static final Path SELF = Path.of("/proc/self");

	private OwnUser() {
	}

	/** Empty where the file system does not tell, so that only the credential counts. */
	static OptionalInt uid() {
		return read("unix:uid");
	}

	/** 0 where the file system does not tell. */
	static int gid() {
		return read("unix:gid").orElse(0);
	}

	private static OptionalInt read(String attribute) {
		try {
			return OptionalInt.of((Integer) Files.getAttribute(SELF, attribute));
		} catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
			return OptionalInt.empty();
		}
	}
}
