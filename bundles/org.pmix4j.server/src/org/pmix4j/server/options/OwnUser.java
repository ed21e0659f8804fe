// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.options;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Under which user and group this process runs, as the kernel says. Immutable.
 *
 * @param uid the effective user id
 * @param gid the effective group id
 */
public record OwnUser(int uid, int gid) {
	/** Read once: a JVM does not change its user. */
	private static final Optional<OwnUser> SELF = read();

	/** @return of this process; empty where the file system does not tell */
	public static Optional<OwnUser> ofThisProcess() {
		return SELF;
	}

	private static Optional<OwnUser> read() {
		try {
			Map<String, Object> told = Files.readAttributes(Path.of("/proc/self"), "unix:uid,gid");
			return Optional.of(new OwnUser((Integer) told.get("uid"), (Integer) told.get("gid")));
		} catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
			return Optional.empty();
		}
	}
}
