// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

import java.nio.ByteBuffer;
import java.util.Optional;

import org.pmix4j.model.AllocDirective;
import org.pmix4j.model.App;
import org.pmix4j.model.CpuSet;
import org.pmix4j.model.DataType;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Query;
import org.pmix4j.model.ResourceBlockDirective;
import org.pmix4j.model.ResourceUnit;
import org.pmix4j.model.Status;
import org.pmix4j.model.Topology;
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
		return MessageReader.read(limited, payload, RequestCodec::read);
	}

	/**
	 * @param request a request
	 * @return the payload of its frame
	 * @throws PmixException if the peer's release does not know a type that the request needs
	 */
	public byte[] encode(Request request) throws PmixException {
		MessageWriter out = new MessageWriter(peer);
		if (request instanceof Request.Command command) {
			write(command, out.command(command.command()));
		} else if (request instanceof Request.Unknown unknown) {
			out.put(new PmixValue.Command(unknown.code()));
		}
		// an empty message has no fields
		return out.toByteArray();
	}

	private static void write(Request.Command request, MessageWriter out) throws PmixException {
		switch (request.command()) {
			case REQ, ABORT, FINALIZE, SPAWNNB, CONNECTNB, DISCONNECTNB -> JobRequests.write((JobRequest) request, out);
			case COMMIT, FENCENB, GETNB, PUBLISHNB, LOOKUPNB, UNPUBLISHNB, REFRESH_CACHE, RESOLVE_PEERS, RESOLVE_NODE ->
				DataRequests.write((DataRequest) request, out);
			case NOTIFY, REGEVENTS, DEREGEVENTS -> EventRequests.write((EventRequest) request, out);
			case QUERY, LOG, ALLOC, JOB_CONTROL, MONITOR, GET_CREDENTIAL, VALIDATE_CRED, RESBLK, SESSION_CTRL ->
				ControlRequests.write((ControlRequest) request, out);
			case IOF_PULL, IOF_PUSH, IOF_DEREG -> IofRequests.write((IofRequest) request, out);
			case GROUP_CONSTRUCT, GROUP_JOIN, GROUP_INVITE, GROUP_LEAVE, GROUP_DESTRUCT -> GroupRequests.write((GroupRequest) request, out);
			case FABRIC_REGISTER, FABRIC_UPDATE, COMPUTE_DEVICE_DISTANCES -> HardwareRequests.write((HardwareRequest) request, out);
			case REQ_SYSINFO -> throw new IllegalArgumentException("no release sends " + request.command());
		}
	}

	private static Request read(MessageReader in) throws MalformedMessageException {
		int code = in.get(DataType.COMMAND, PmixValue.Command.class).code();
		Optional<CommandCode> command = CommandCode.of(code);
		if (command.isEmpty()) {
			return new Request.Unknown(code);
		}
		try {
			return body(command.get(), in);
		} catch (MalformedMessageException e) {
			throw new MalformedMessageException(e.status(), command.get() + ": " + e.getMessage());
		}
	}

	/**
	 * Reads the fields of a request. Java evaluates arguments from left to right, so they are read in the order of the record's components.
	 */
	private static Request body(CommandCode command, MessageReader in) throws MalformedMessageException {
		return switch (command) {
			case REQ -> JobRequest.JobInfoRequest.INSTANCE;
			case ABORT -> new JobRequest.Abort(in.status(), in.text(), in.procs());
			case COMMIT -> new DataRequest.Commit(in.untilEnd(DataRequests::part));
			case FENCENB -> new DataRequest.Fence(in.participants(), in.infos());
			case GETNB -> new DataRequest.Get(in.text(), in.rank(), in.infos(), in.hasRemaining() ? in.text() : "");
			case FINALIZE -> JobRequest.Finalize.INSTANCE;
			case PUBLISHNB -> new DataRequest.Publish(in.uint32(), in.infos());
			case LOOKUPNB -> new DataRequest.Lookup(in.uint32(), DataRequests.keys(in), in.infos());
			case UNPUBLISHNB -> new DataRequest.Unpublish(in.uint32(), DataRequests.keys(in), in.infos());
			case SPAWNNB -> new JobRequest.Spawn(in.infos(), in.counted(DataType.APP, App.class));
			case CONNECTNB -> JobRequests.connect(in);
			case DISCONNECTNB -> new JobRequest.Disconnect(in.procs(), in.infos());
			case NOTIFY -> new EventRequest.Notify(in.status(), in.range(), in.infos());
			case REGEVENTS -> new EventRequest.RegisterEvents(in.counted(DataType.STATUS, Status.class), in.infos());
			case DEREGEVENTS -> new EventRequest.DeregisterEvents(in.untilEnd(MessageReader::status));
			case QUERY -> new ControlRequest.QueryRequest(in.counted(DataType.QUERY, Query.class));
			case LOG -> new ControlRequest.Log(in.get(DataType.TIME, PmixValue.Time.class).seconds(), in.infos(), in.infos());
			case ALLOC -> new ControlRequest.Allocate(in.get(DataType.ALLOC_DIRECTIVE, AllocDirective.class), in.infos());
			case JOB_CONTROL -> new ControlRequest.JobControl(in.procs(), in.infos());
			case MONITOR -> new ControlRequest.Monitor(in.info(), in.status(), in.infos());
			case GET_CREDENTIAL -> new ControlRequest.GetCredential(in.infos());
			case VALIDATE_CRED -> new ControlRequest.ValidateCredential(in.bytes(), in.infos());
			case IOF_PULL -> new IofRequest.IofPull(in.procs(), in.infos(), in.channel(), in.hasRemaining() ? in.size() : 0);
			case IOF_PUSH -> IofRequests.push(in);
			case GROUP_CONSTRUCT -> new GroupRequest.GroupConstruct(in.text(), in.procs(), in.infos());
			case GROUP_LEAVE -> new GroupRequest.GroupLeave(in.text(), in.infos());
			case GROUP_DESTRUCT -> GroupRequests.destruct(in);
			case IOF_DEREG -> new IofRequest.IofDeregister(in.infos(), in.size());
			case FABRIC_REGISTER -> new HardwareRequest.FabricRegister(in.infos());
			case FABRIC_UPDATE -> new HardwareRequest.FabricUpdate(in.size());
			case COMPUTE_DEVICE_DISTANCES -> new HardwareRequest.ComputeDistances(in.get(DataType.TOPO, Topology.class),
					in.get(DataType.PROC_CPUSET, CpuSet.class), in.infos());
			case REFRESH_CACHE -> new DataRequest.RefreshCache(in.text(), in.rank());
			case RESBLK -> new ControlRequest.ResourceBlock(in.get(DataType.RESBLOCK_DIRECTIVE, ResourceBlockDirective.class),
					in.text(), in.counted(DataType.RESOURCE_UNIT, ResourceUnit.class), in.infos());
			case SESSION_CTRL -> new ControlRequest.SessionControl(in.uint32(), in.infos());
			case RESOLVE_PEERS -> new DataRequest.ResolvePeers(in.text(), in.text());
			case RESOLVE_NODE -> new DataRequest.ResolveNode(in.text());
			case GROUP_INVITE -> GroupRequests.invite(in);
			case GROUP_JOIN -> new GroupRequest.GroupJoin(in.text(), in.status(), in.procs());
			case REQ_SYSINFO -> new Request.Unknown(command.code());
		};
	}
}
