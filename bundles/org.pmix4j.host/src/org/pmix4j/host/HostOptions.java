// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.pmix4j.model.TemporaryDirectory;
import org.pmix4j.server.options.ServerRole;

/**
 * How a local host is set up. Immutable.
 *
 * @param directory under which the session directory is made; as a rule that of temporary files
 * @param slots     how many ranks count as a full machine, at least 1
 * @param listener  is told what happens to the jobs
 * @param roles     what its server is for others, so that tools find it
 * @param reportUri where to tell the server's address: "-" for standard output, "+" for standard error, a descriptor's number, or a
 *                  file; empty for nowhere
 */
public record HostOptions(Path directory, int slots, HostListener listener, Set<ServerRole> roles, Optional<String> reportUri) {
	/** @throws IllegalArgumentException if there is no slot */
	public HostOptions {
		if (slots < 1) {
			throw new IllegalArgumentException("number of slots must be at least 1, not " + slots);
		}
		directory = directory.toAbsolutePath();
		roles = Set.copyOf(roles);
	}

	/** @return the directory that TMPDIR, TEMP or TMP names, else /tmp; a slot for each processor that we may use; tools are welcome */
	public static HostOptions defaults() {
		return new HostOptions(temporaryDirectory(System.getenv()), Runtime.getRuntime().availableProcessors(), HostListener.NONE,
				Set.of(ServerRole.TOOL_SUPPORT), Optional.empty());
	}

	/**
	 * @param environment variables
	 * @return where temporary files go: TMPDIR, TEMP, TMP, else /tmp
	 */
	public static Path temporaryDirectory(Map<String, String> environment) {
		return Path.of(TemporaryDirectory.of(environment));
	}

	/**
	 * @param other under which the session directory is made
	 * @return the same with it
	 */
	public HostOptions withDirectory(Path other) {
		return new HostOptions(other, slots, listener, roles, reportUri);
	}

	/**
	 * @param other how many ranks count as a full machine
	 * @return the same with it
	 */
	public HostOptions withSlots(int other) {
		return new HostOptions(directory, other, listener, roles, reportUri);
	}

	/**
	 * @param other is told what happens to the jobs
	 * @return the same with it
	 */
	public HostOptions withListener(HostListener other) {
		return new HostOptions(directory, slots, other, roles, reportUri);
	}

	/**
	 * @param other what its server is for others
	 * @return the same with it
	 */
	public HostOptions withRoles(Set<ServerRole> other) {
		return new HostOptions(directory, slots, listener, other, reportUri);
	}

	/**
	 * @param other where to tell the server's address
	 * @return the same with it
	 */
	public HostOptions withReportUri(String other) {
		return new HostOptions(directory, slots, listener, roles, Optional.of(other));
	}

	/** @return the same as the server of this machine, of which there can be one; tools of the user find it without being told */
	public HostOptions asSystemServer() {
		return withRoles(Set.of(ServerRole.TOOL_SUPPORT, ServerRole.SYSTEM));
	}
}
