// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.handshake;

import org.pmix4j.model.Nspace;

/** Layout of the reply to a hello. The reply does not identify its layout, so both sides derive it from the hello and the release. */
public enum ReplyForm {
	/** Status and index: 8 bytes. */
	CLIENT(8),
	/** Status, the server's identity, and status of the credential: 268 bytes. */
	TOOL(8 + ReplyForm.PROC_SIZE),
	/** As {@link #TOOL}, with the tool's assigned identity before the server's: 528 bytes. */
	TOOL_WITH_ID(8 + 2 * ReplyForm.PROC_SIZE);

	/** A namespace fills its whole C array and is followed by the rank. */
	static final int NSPACE_SIZE = Nspace.MAX_LENGTH + 1;
	private static final int PROC_SIZE = NSPACE_SIZE + Integer.BYTES;

	private final int size;

	ReplyForm(int size) {
		this.size = size;
	}

	/**
	 * @param flag  flag of the hello
	 * @param other release at the other end: for a server the client's, for a client the server's
	 * @return layout of the reply if the hello is accepted
	 */
	public static ReplyForm of(HelloFlag flag, PeerVersion other) {
		if (flag == HelloFlag.CLIENT || flag == HelloFlag.SINGLETON && other.greetsSingletonsAsClients()) {
			return CLIENT;
		}
		return flag.needsId() ? TOOL_WITH_ID : TOOL;
	}

	/** @return length of the reply, in bytes */
	public int size() {
		return size;
	}
}
