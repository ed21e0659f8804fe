// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

import java.util.List;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataType;
import org.pmix4j.model.DeviceDistance;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PublishedData;
import org.pmix4j.model.Status;
import org.pmix4j.wire.internal.codec.MalformedMessageException;
import org.pmix4j.wire.internal.message.Reply.ConnectReply;
import org.pmix4j.wire.internal.message.Reply.CredentialReply;
import org.pmix4j.wire.internal.message.Reply.DistancesReply;
import org.pmix4j.wire.internal.message.Reply.GetReply;
import org.pmix4j.wire.internal.message.Reply.GroupReply;
import org.pmix4j.wire.internal.message.Reply.InfosReply;
import org.pmix4j.wire.internal.message.Reply.IofPullReply;
import org.pmix4j.wire.internal.message.Reply.JobInfoReply;
import org.pmix4j.wire.internal.message.Reply.LookupReply;
import org.pmix4j.wire.internal.message.Reply.RefreshReply;
import org.pmix4j.wire.internal.message.Reply.ResolveNodeReply;
import org.pmix4j.wire.internal.message.Reply.ResolvePeersReply;
import org.pmix4j.wire.internal.message.Reply.SpawnReply;
import org.pmix4j.wire.internal.message.Reply.StatusReply;

/**
 * Kinds of replies, by which a requester decodes the reply to its request. Any kind may arrive as a status alone.
 *
 * @param <R> record of the kind
 */
public final class ReplyKind<R extends Reply> {
	/** {@link StatusReply}. */
	public static final ReplyKind<StatusReply> STATUS = new ReplyKind<>((status, in) -> new StatusReply(status));
	/** {@link JobInfoReply}. */
	public static final ReplyKind<JobInfoReply> JOB_INFO = new ReplyKind<>(
			(status, in) -> status.equals(Status.SUCCESS) ? new JobInfoReply(status, in.text(), in.kvals())
					: new JobInfoReply(status, "", KvalBlob.EMPTY));
	/** {@link GetReply}. */
	public static final ReplyKind<GetReply> GET = new ReplyKind<>((status, in) -> new GetReply(status, in.untilEnd(ReplyKind::procData)));
	/** {@link LookupReply}. */
	public static final ReplyKind<LookupReply> LOOKUP = new ReplyKind<>((status, in) -> new LookupReply(status,
			in.hasRemaining() ? in.counted(DataType.PDATA, PublishedData.class) : List.of()));
	/** {@link SpawnReply}. */
	public static final ReplyKind<SpawnReply> SPAWN = new ReplyKind<>(
			(status, in) -> new SpawnReply(status, in.hasRemaining() ? in.text() : "", in.kvals()));
	/** {@link ConnectReply}. */
	public static final ReplyKind<ConnectReply> CONNECT = new ReplyKind<>(
			(status, in) -> new ConnectReply(status, in.untilEnd(ReplyKind::namespaceData)));
	/** {@link InfosReply}. */
	public static final ReplyKind<InfosReply> INFOS = new ReplyKind<>((status, in) -> new InfosReply(status, infos(in)));
	/** {@link CredentialReply}. */
	public static final ReplyKind<CredentialReply> CREDENTIAL = new ReplyKind<>(
			(status, in) -> new CredentialReply(status, in.hasRemaining() ? in.bytes() : ByteObject.EMPTY, infos(in)));
	/** {@link IofPullReply}. */
	public static final ReplyKind<IofPullReply> IOF_PULL = new ReplyKind<>(
			(status, in) -> new IofPullReply(status, in.hasRemaining() ? in.size() : 0));
	/** {@link GroupReply}. */
	public static final ReplyKind<GroupReply> GROUP = new ReplyKind<>(GroupReplies::read);
	/** {@link DistancesReply}. */
	public static final ReplyKind<DistancesReply> DISTANCES = new ReplyKind<>((status, in) -> new DistancesReply(status,
			in.hasRemaining() ? in.counted(DataType.DEVICE_DIST, DeviceDistance.class) : List.of()));
	/** {@link RefreshReply}. */
	public static final ReplyKind<RefreshReply> REFRESH = new ReplyKind<>((status, in) -> new RefreshReply(status, in.kvals()));
	/** {@link ResolvePeersReply}. */
	public static final ReplyKind<ResolvePeersReply> RESOLVE_PEERS = new ReplyKind<>(
			(status, in) -> new ResolvePeersReply(status, in.hasRemaining() ? in.procs() : List.of()));
	/** {@link ResolveNodeReply}. */
	public static final ReplyKind<ResolveNodeReply> RESOLVE_NODE = new ReplyKind<>(
			(status, in) -> new ResolveNodeReply(status, in.hasRemaining() ? in.text() : ""));

	private final Body<R> body;

	/** Reads the fields after the status. */
	private interface Body<R> {
		R read(Status status, MessageReader in) throws MalformedMessageException;
	}

	private ReplyKind(Body<R> body) {
		this.body = body;
	}

	/**
	 * @param request a request
	 * @return kind of its reply; a status for a request without reply
	 */
	public static ReplyKind<?> answering(Request request) {
		return switch (request) {
			case JobRequest.JobInfoRequest r -> JOB_INFO;
			case JobRequest.Spawn r -> SPAWN;
			case JobRequest.Connect r -> CONNECT;
			case JobRequest.Abort r -> STATUS;
			case JobRequest.Finalize r -> STATUS;
			case JobRequest.Disconnect r -> STATUS;
			case DataRequest.Get r -> GET;
			case DataRequest.Lookup r -> LOOKUP;
			case DataRequest.RefreshCache r -> REFRESH;
			case DataRequest.ResolvePeers r -> RESOLVE_PEERS;
			case DataRequest.ResolveNode r -> RESOLVE_NODE;
			case DataRequest.Commit r -> STATUS;
			case DataRequest.Fence r -> STATUS;
			case DataRequest.Publish r -> STATUS;
			case DataRequest.Unpublish r -> STATUS;
			case EventRequest r -> STATUS;
			case ControlRequest.GetCredential r -> CREDENTIAL;
			case ControlRequest.Log r -> STATUS;
			case ControlRequest.ResourceBlock r -> STATUS;
			case ControlRequest.QueryRequest r -> INFOS;
			case ControlRequest.Allocate r -> INFOS;
			case ControlRequest.JobControl r -> INFOS;
			case ControlRequest.Monitor r -> INFOS;
			case ControlRequest.ValidateCredential r -> INFOS;
			case ControlRequest.SessionControl r -> INFOS;
			case IofRequest.IofPull r -> IOF_PULL;
			case IofRequest.IofPush r -> STATUS;
			case IofRequest.IofDeregister r -> STATUS;
			case GroupRequest.GroupConstruct r -> GROUP;
			case GroupRequest.GroupInvite r -> STATUS;
			case GroupRequest.GroupJoin r -> STATUS;
			case GroupRequest.GroupLeave r -> STATUS;
			case GroupRequest.GroupDestruct r -> STATUS;
			case HardwareRequest.ComputeDistances r -> DISTANCES;
			case HardwareRequest.FabricRegister r -> INFOS;
			case HardwareRequest.FabricUpdate r -> INFOS;
			case Request.Unknown r -> STATUS;
			case Request.Empty r -> STATUS;
		};
	}

	R read(Status status, MessageReader in) throws MalformedMessageException {
		return body.read(status, in);
	}

	private static Infos infos(MessageReader in) throws MalformedMessageException {
		return in.hasRemaining() ? in.infos() : Infos.EMPTY;
	}

	private static ProcData procData(MessageReader in) throws MalformedMessageException {
		MessageReader part = in.enclosed();
		return new ProcData(part.proc(), part.kvals());
	}

	private static NamespaceData namespaceData(MessageReader in) throws MalformedMessageException {
		MessageReader part = in.enclosed();
		return new NamespaceData(part.text(), part.kvals());
	}
}
