// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

import java.nio.ByteBuffer;

import org.pmix4j.model.DataType;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Status;
import org.pmix4j.wire.internal.codec.MalformedMessageException;

/**
 * Encodes replies (on a server) and decodes them (on a client) for one peer. Stateless, so any thread may use it. Bytes after a reply are
 * ignored, since newer servers may add fields.
 *
 * @see "OpenPMIx src/server/pmix_server.c and src/client"
 */
public final class ReplyCodec {
	private final PeerFormat peer;
	private final ConversionCodes codes;

	/** @param peer message format of the peer */
	public ReplyCodec(PeerFormat peer) {
		this.peer = peer;
		this.codes = new ConversionCodes(peer.version());
	}

	/**
	 * @param <R>     record of the kind
	 * @param kind    expected kind
	 * @param payload payload of a frame with the request's tag
	 * @return the reply; without content if only a status was received
	 * @throws MalformedMessageException if the payload is not such a reply
	 */
	public <R extends Reply> R decode(ReplyKind<R> kind, ByteBuffer payload) throws MalformedMessageException {
		return MessageReader.read(peer, payload, in -> kind.read(codes.read(kind, status(kind, payload, in)), in));
	}

	/** Reads the status. Successful job information has none: it begins with the namespace, which is left unread. */
	private Status status(ReplyKind<?> kind, ByteBuffer payload, MessageReader in) throws MalformedMessageException {
		if (kind != ReplyKind.JOB_INFO) {
			return in.status();
		}
		try {
			MessageReader.read(peer, payload.duplicate(), MessageReader::text);
			return Status.SUCCESS;
		} catch (MalformedMessageException noText) {
			return loneError(in, noText);
		}
	}

	/** Reads an error in place of job information. It cannot be mistaken for a text, whose length would be negative. */
	private static Status loneError(MessageReader in, MalformedMessageException noText) throws MalformedMessageException {
		Status status = in.status();
		if (status.code() >= 0 || in.hasRemaining()) {
			throw noText;
		}
		return status;
	}

	/**
	 * @param reply a reply
	 * @return the payload of its frame, which may be sent to all peers of the same format
	 * @throws PmixException if the peer's release does not know a type that the reply needs
	 */
	public byte[] encode(Reply reply) throws PmixException {
		MessageWriter out = new MessageWriter(peer);
		boolean success = reply.status().equals(Status.SUCCESS);
		if (!success || !(reply instanceof Reply.JobInfoReply)) {
			out.put(codes.written(reply.status()));
		}
		body(reply, success, out);
		return out.toByteArray();
	}

	private static void body(Reply reply, boolean success, MessageWriter out) throws PmixException {
		if (reply instanceof Reply.StatusReply) {
			// already written
		} else if (reply instanceof Reply.GetReply get) {
			for (ProcData data : get.data()) {
				out.enclosed(data.proc(), data.data());
			}
		} else if (reply instanceof Reply.InfosReply infos) {
			out.infos(infos.infos());
		} else if (reply instanceof Reply.DistancesReply distances) {
			out.counted(DataType.DEVICE_DIST, distances.distances());
		} else if (reply instanceof Reply.GroupReply group) {
			GroupReplies.write(group, out);
		} else if (reply instanceof Reply.SpawnReply spawn) {
			out.text(spawn.nspace()).kvals(success ? spawn.data() : KvalBlob.EMPTY);
		} else if (!success) {
			// other replies end here
		} else if (reply instanceof Reply.JobInfoReply info) {
			out.text(info.nspace()).kvals(info.data());
		} else if (reply instanceof Reply.LookupReply lookup) {
			out.counted(DataType.PDATA, lookup.data());
		} else if (reply instanceof Reply.ConnectReply connect) {
			for (NamespaceData namespace : connect.namespaces()) {
				out.enclosed(new PmixValue.Str(namespace.nspace()), namespace.data());
			}
		} else if (reply instanceof Reply.CredentialReply credential) {
			out.put(credential.credential()).infos(credential.infos());
		} else if (reply instanceof Reply.IofPullReply pull) {
			out.size(pull.refId());
		} else if (reply instanceof Reply.RefreshReply refresh) {
			out.kvals(refresh.data());
		} else if (reply instanceof Reply.ResolvePeersReply peers) {
			out.procs(peers.procs());
		} else if (reply instanceof Reply.ResolveNodeReply node) {
			out.text(node.nodes());
		}
	}
}
