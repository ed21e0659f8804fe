// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.kernel;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The user id that stands for all users without a mapping into the user namespace of this process. Within {@code unshare -U}, for
 * instance, every user of the machine appears with it, including this process's own. Stateless.
 *
 * @see "Linux, man 7 user_namespaces, section Unmapped user and group IDs"
 */
public final class OverflowUser {
	private static final Path SETTING = Path.of("/proc/sys/kernel/overflowuid");
	/** The default of the kernel. */
	private static final int USUAL = 65534;

	/** The user id on this machine. */
	public static final int UID = read();

	private OverflowUser() {
	}

	private static int read() {
		// with a large buffer, because the kernel returns the whole setting in one read or not at all
		try (BufferedReader setting = Files.newBufferedReader(SETTING, StandardCharsets.US_ASCII)) {
			return Integer.parseUnsignedInt(setting.lines().findFirst().orElse(""));
		} catch (IOException | UncheckedIOException | NumberFormatException e) {
			return USUAL;
		}
	}
}
