// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.handshake;

import org.pmix4j.model.Nspace;

/** How a hello is answered. Both sides must come to the same conclusion, since the reply does not say it. */
public enum ReplyForm {
	/** Status and index: 8 bytes. */
	CLIENT(8),
	/** Status, the server's identity, status of the credential: 268 bytes. */
	TOOL(8 + ReplyForm.PROC_SIZE),
	/** As {@link #TOOL}, with the tool's new identity before the server's: 528 bytes. */
	TOOL_WITH_ID(8 + 2 * ReplyForm.PROC_SIZE);

	/** A namespace fills all of its C array; then comes the rank. */
	static final int NSPACE_SIZE = Nspace.MAX_LENGTH + 1;
	private static final int PROC_SIZE = NSPACE_SIZE + Integer.BYTES;

	private final int size;

	ReplyForm(int size) {
		this.size = size;
	}

	/**
	 * @param flag  flag of the hello
	 * @param other release at the other end: for a server the client's, for a client the server's
	 * @return how the hello is answered if it is accepted
	 */
	public static ReplyForm of(HelloFlag flag, PeerVersion other) {
		if (flag == HelloFlag.CLIENT || flag == HelloFlag.SINGLETON && other.greetsSingletonsAsClients()) {
			return CLIENT;
		}
		return flag.needsId() ? TOOL_WITH_ID : TOOL;
	}

	/** @return bytes of the whole reply */
	public int size() {
		return size;
	}
}
