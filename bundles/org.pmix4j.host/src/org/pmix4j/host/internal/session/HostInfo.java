// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.session;

import java.io.IOException;

import org.pmix4j.server.options.NodeName;
import org.pmix4j.server.options.OwnUser;

/**
 * What the kernel says of this machine and of us. Never asks the network for a name. Immutable.
 *
 * @param hostname the node's name
 * @param uid      our effective user id
 * @param gid      our effective group id
 */
public record HostInfo(String hostname, int uid, int gid) {
	/**
	 * @return what it says now
	 * @throws IOException if /proc is not there
	 */
	public static HostInfo read() throws IOException {
		OwnUser user = OwnUser.ofThisProcess().orElseThrow(() -> new IOException("/proc/self does not tell under which user it runs"));
		return new HostInfo(NodeName.withoutDomain(NodeName.ofThisMachine()), user.uid(), user.gid());
	}

	/** @return how the names of our directories on this machine begin: letters, digits and '-' */
	public String directoryPrefix() {
		return "pmix4j-" + hostname.replaceAll("[^A-Za-z0-9]", "-") + "-" + Integer.toUnsignedString(uid) + "-";
	}
}
