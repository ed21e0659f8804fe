// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.connection;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.wire.internal.handshake.NativeCredential;

/** Learns from the kernel under which user and group this process runs. Without state. */
public final class OwnUser {
	private static final Path STATUS = Path.of("/proc/self/status");
	/** Of the four ids in a line: real, effective, saved, file system. */
	private static final int EFFECTIVE = 1;

	private OwnUser() {
	}

	/** @throws PmixException {@code ERR_NOT_SUPPORTED} if the system does not tell */
	public static NativeCredential credential() throws PmixException {
		try {
			return new NativeCredential(effective("Uid:"), effective("Gid:"));
		} catch (IOException | NumberFormatException unreadable) {
			throw new PmixException(Status.ERR_NOT_SUPPORTED, "cannot learn the user and group of this process from " + STATUS, unreadable);
		}
	}

	private static int effective(String label) throws IOException {
		for (String line : Files.readAllLines(STATUS)) {
			if (line.startsWith(label)) {
				return Integer.parseUnsignedInt(line.substring(label.length()).trim().split("\\s+")[EFFECTIVE]);
			}
		}
		throw new IOException("no line " + label);
	}
}
