// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.handshake;

import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.Set;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.wire.internal.kernel.Listeners;
import org.pmix4j.wire.internal.kernel.OverflowUser;
import org.pmix4j.wire.internal.kernel.OwnSockets;

/**
 * The users whose servers a process trusts. The address of a server proves nothing: the server may have died, and another user may have
 * taken its port. The kernel knows the user that listens there.
 */
public enum ServerOwner {
	/** The user of this process. */
	THIS_USER,
	/** The user of this process, or root: daemons of the system start processes and serve all users. */
	THIS_USER_OR_ROOT;

	private static final int ROOT = 0;

	/**
	 * @param uid of a file, a process or a socket, unsigned
	 * @return whether its user is trusted; true also if the system does not report the user of this process
	 */
	public boolean includes(int uid) {
		return ProcessUser.ids().isEmpty() || uid == ProcessUser.ids().get().uid() || this == THIS_USER_OR_ROOT && uid == ROOT;
	}

	/**
	 * Proves that a trusted user listens at the other end of a connection, before anything is sent over it. While the connection exists, it
	 * belongs to the process that listens: if that process closes its socket, the connections that it has not accepted are closed, too. A
	 * server on another machine, and any server on a system that does not report users, cannot be verified and are accepted.
	 *
	 * @param address the other end of an open connection
	 * @param server  name of the server, for messages
	 * @throws PmixException {@code ERR_NO_PERMISSIONS} if another user listens there, {@code ERR_UNREACH} if no process listens anymore
	 */
	public void require(InetSocketAddress address, String server) throws PmixException {
		Listeners.Answer answer = Listeners.at(address);
		if (answer.isNone() && isHere(address)) {
			throw PmixException.ofServer(Status.ERR_UNREACH, server + " no longer listens at " + text(address));
		}
		if (answer.listener().isPresent() && !isTrusted(answer.listener().get())) {
			throw PmixException.ofServer(Status.ERR_NO_PERMISSIONS,
					"the port of " + server + " (" + text(address) + ") now belongs to another user (" + user(answer.listener().get().uid())
							+ "), so nothing was sent to it");
		}
	}

	/**
	 * @param listener the socket of a server
	 * @return whether its user is trusted
	 */
	public boolean isTrusted(Listeners.Listener listener) {
		boolean isHidden = listener.uid() == OverflowUser.UID;
		boolean isNameless = ProcessUser.ids().filter(ids -> ids.uid() == OverflowUser.UID).isPresent();
		if (isHidden && isNameless) {
			return OwnSockets.among(Set.of(listener.inode())).contains(listener.inode());
		}
		// in a user namespace that does not map root, root's daemons look like this
		return includes(listener.uid()) || isHidden && this == THIS_USER_OR_ROOT;
	}

	/**
	 * @param uid a user id
	 * @return the text for messages
	 */
	public static String user(int uid) {
		return Integer.toUnsignedString(uid);
	}

	private static String text(InetSocketAddress address) {
		return address.getAddress().getHostAddress() + ":" + address.getPort();
	}

	private static boolean isHere(InetSocketAddress address) {
		try {
			return address.getAddress().isLoopbackAddress() || NetworkInterface.getByInetAddress(address.getAddress()) != null;
		} catch (SocketException unknown) {
			return false;
		}
	}
}
