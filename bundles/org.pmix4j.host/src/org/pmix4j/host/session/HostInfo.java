// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.session;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What the kernel says of this machine and of us. Never asks the network for a name. Immutable.
 *
 * @param hostname the node's name
 * @param uid      our effective user id
 * @param gid      our effective group id
 */
public record HostInfo(String hostname, int uid, int gid) {
	private static final Path HOSTNAME = Path.of("/proc/sys/kernel/hostname");
	private static final Path SELF = Path.of("/proc/self");

	/**
	 * @return what it says now
	 * @throws IOException if /proc is not there
	 */
	public static HostInfo read() throws IOException {
		String name = withoutDomain(Files.readString(HOSTNAME).strip());
		int uid = ((Number) Files.getAttribute(SELF, "unix:uid")).intValue();
		int gid = ((Number) Files.getAttribute(SELF, "unix:gid")).intValue();
		return new HostInfo(name.isEmpty() ? "localhost" : name, uid, gid);
	}

	/**
	 * @param name of a machine
	 * @return without its domain, as the C library of PMIx makes it to name its files and nodes; an address stays whole
	 */
	public static String withoutDomain(String name) {
		int dot = name.indexOf('.');
		return dot <= 0 || name.chars().allMatch(c -> c == '.' || c >= '0' && c <= '9') ? name : name.substring(0, dot);
	}

	/** @return how the names of our directories on this machine begin: letters, digits and '-' */
	public String directoryPrefix() {
		return "pmix4j-" + hostname.replaceAll("[^A-Za-z0-9]", "-") + "-" + Integer.toUnsignedString(uid) + "-";
	}
}
