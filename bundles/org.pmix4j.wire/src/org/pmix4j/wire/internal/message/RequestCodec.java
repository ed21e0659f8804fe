// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

import java.nio.ByteBuffer;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.MalformedMessageException;

/**
 * Decodes requests (on a server) and encodes them (on a client) for one peer. Stateless, so any thread may use it. Bytes after a request
 * are ignored, since newer peers may add fields.
 *
 * @see "OpenPMIx src/server/pmix_server_ops.c and src/client"
 */
public final class RequestCodec {
	/**
	 * Largest number of elements in one list of a request, nested or not: processes, infos, keys, codes. All lists together may have four
	 * times as many. The data of a commit are not decoded here, and so not limited by it.
	 */
	public static final int MOST_ELEMENTS = 1 << 15;

	private final PeerFormat peer;
	private final PeerFormat limited;

	/** @param peer message format of the peer */
	public RequestCodec(PeerFormat peer) {
		this.peer = peer;
		this.limited = new PeerFormat(peer.encoding(), peer.version(), limited(peer.limits()));
	}

	private static Limits limited(Limits limits) {
		return new Limits(limits.maxHello(), limits.maxFrame(), limits.maxString(), Math.min(limits.maxCount(), MOST_ELEMENTS),
				limits.maxDepth(), limits.maxInflated());
	}

	/**
	 * @param payload payload of a frame with a dynamic tag
	 * @return the request
	 * @throws MalformedMessageException if the payload is not a request; the connection stays usable, and the exception's status goes into
	 *                                   the reply; OUT_OF_RESOURCE if a list is too long
	 */
	public Request decode(ByteBuffer payload) throws MalformedMessageException {
		if (!payload.hasRemaining()) {
			return Request.Empty.INSTANCE;
		}
		return MessageReader.read(limited, payload, RequestReader::read);
	}

	/**
	 * @param request a request
	 * @return the payload of its frame
	 * @throws PmixException if the peer's release does not know a type that the request needs
	 */
	public byte[] encode(Request request) throws PmixException {
		MessageWriter out = new MessageWriter(peer);
		if (request instanceof Request.Command command) {
			RequestWriter.write(command, out.command(command.command()));
		} else if (request instanceof Request.Unknown unknown) {
			out.put(new PmixValue.Command(unknown.code()));
		}
		// an empty message has no fields
		return out.toByteArray();
	}
}
