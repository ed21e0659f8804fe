// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

import java.util.List;

import org.pmix4j.model.DataType;
import org.pmix4j.model.Info;
import org.pmix4j.model.PackedBuffer;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.GroupAttributes;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.wire.internal.codec.Encoding;

/** Encodes the fields of requests, which follow the command. Stateless. */
final class RequestWriter {
	private RequestWriter() {
	}

	static void write(Request.Command request, MessageWriter out) throws PmixException {
		switch (request.command()) {
			case REQ, FINALIZE -> {
				// no fields
			}
			case ABORT -> write((JobRequest.Abort) request, out);
			case SPAWNNB -> write((JobRequest.Spawn) request, out);
			case CONNECTNB -> write((JobRequest.Connect) request, out);
			case DISCONNECTNB -> write((JobRequest.Disconnect) request, out);
			case COMMIT -> write((DataRequest.Commit) request, out);
			case FENCENB -> write((DataRequest.Fence) request, out);
			case GETNB -> write((DataRequest.Get) request, out);
			case PUBLISHNB -> write((DataRequest.Publish) request, out);
			case LOOKUPNB -> write((DataRequest.Lookup) request, out);
			case UNPUBLISHNB -> write((DataRequest.Unpublish) request, out);
			case REFRESH_CACHE -> write((DataRequest.RefreshCache) request, out);
			case RESOLVE_PEERS -> write((DataRequest.ResolvePeers) request, out);
			case RESOLVE_NODE -> out.text(((DataRequest.ResolveNode) request).nspace());
			case NOTIFY -> write((EventRequest.Notify) request, out);
			case REGEVENTS -> write((EventRequest.RegisterEvents) request, out);
			case DEREGEVENTS -> write((EventRequest.DeregisterEvents) request, out);
			case QUERY -> out.counted(DataType.QUERY, ((ControlRequest.QueryRequest) request).queries());
			case LOG -> write((ControlRequest.Log) request, out);
			case ALLOC -> write((ControlRequest.Allocate) request, out);
			case JOB_CONTROL -> write((ControlRequest.JobControl) request, out);
			case MONITOR -> write((ControlRequest.Monitor) request, out);
			case GET_CREDENTIAL -> out.infos(((ControlRequest.GetCredential) request).infos());
			case VALIDATE_CRED -> write((ControlRequest.ValidateCredential) request, out);
			case RESBLK -> write((ControlRequest.ResourceBlock) request, out);
			case SESSION_CTRL -> write((ControlRequest.SessionControl) request, out);
			case IOF_PULL -> write((IofRequest.IofPull) request, out);
			case IOF_PUSH -> write((IofRequest.IofPush) request, out);
			case IOF_DEREG -> write((IofRequest.IofDeregister) request, out);
			case GROUP_CONSTRUCT -> write((GroupRequest.GroupConstruct) request, out);
			case GROUP_INVITE -> write((GroupRequest.GroupInvite) request, out);
			case GROUP_JOIN -> write((GroupRequest.GroupJoin) request, out);
			case GROUP_LEAVE -> write((GroupRequest.GroupLeave) request, out);
			case GROUP_DESTRUCT -> write((GroupRequest.GroupDestruct) request, out);
			case FABRIC_REGISTER -> out.infos(((HardwareRequest.FabricRegister) request).infos());
			case FABRIC_UPDATE -> out.size(((HardwareRequest.FabricUpdate) request).index());
			case COMPUTE_DEVICE_DISTANCES -> write((HardwareRequest.ComputeDistances) request, out);
			case REQ_SYSINFO -> throw new IllegalArgumentException("no release sends " + request.command());
		}
	}

	private static void write(JobRequest.Abort abort, MessageWriter out) throws PmixException {
		out.put(abort.status()).text(abort.message()).procs(abort.procs());
	}

	private static void write(JobRequest.Spawn spawn, MessageWriter out) throws PmixException {
		out.infos(spawn.infos()).counted(DataType.APP, spawn.apps());
	}

	private static void write(JobRequest.Connect connect, MessageWriter out) throws PmixException {
		out.procs(connect.procs()).infos(connect.infos());
		for (Info endpoint : connect.endpoints()) {
			out.put(endpoint);
		}
	}

	private static void write(JobRequest.Disconnect disconnect, MessageWriter out) throws PmixException {
		out.procs(disconnect.procs()).infos(disconnect.infos());
	}

	private static void write(DataRequest.Commit commit, MessageWriter out) throws PmixException {
		Encoding encoding = out.peer().encoding();
		for (ScopedData part : commit.data()) {
			out.put(part.scope());
			out.put(new PackedBuffer(encoding.described(), part.data().encodedFor(encoding, out.peer().limits())));
		}
	}

	private static void write(DataRequest.Fence fence, MessageWriter out) throws PmixException {
		out.procs(fence.procs()).infos(fence.infos());
	}

	private static void write(DataRequest.Get get, MessageWriter out) throws PmixException {
		out.text(get.nspace()).put(get.rank()).infos(get.infos());
		if (!get.key().isEmpty()) {
			out.text(get.key());
		}
	}

	private static void write(DataRequest.Publish publish, MessageWriter out) throws PmixException {
		out.uint32(publish.uid()).infos(publish.infos());
	}

	private static void write(DataRequest.Lookup lookup, MessageWriter out) throws PmixException {
		keys(lookup.keys(), out.uint32(lookup.uid()));
		out.infos(lookup.infos());
	}

	private static void write(DataRequest.Unpublish unpublish, MessageWriter out) throws PmixException {
		keys(unpublish.keys(), out.uint32(unpublish.uid()));
		out.infos(unpublish.infos());
	}

	/** Each key has its own pack. */
	private static void keys(List<String> keys, MessageWriter out) throws PmixException {
		out.size(keys.size());
		for (String key : keys) {
			out.text(key);
		}
	}

	private static void write(DataRequest.RefreshCache refresh, MessageWriter out) throws PmixException {
		out.text(refresh.nspace()).put(refresh.rank());
	}

	private static void write(DataRequest.ResolvePeers peers, MessageWriter out) throws PmixException {
		out.text(peers.node()).text(peers.nspace());
	}

	private static void write(EventRequest.Notify event, MessageWriter out) throws PmixException {
		out.put(event.code()).put(event.range()).infos(event.infos());
	}

	private static void write(EventRequest.RegisterEvents register, MessageWriter out) throws PmixException {
		out.counted(DataType.STATUS, register.codes()).infos(register.infos());
	}

	private static void write(EventRequest.DeregisterEvents deregister, MessageWriter out) throws PmixException {
		for (Status code : deregister.codes()) {
			out.put(code);
		}
	}

	private static void write(ControlRequest.Log log, MessageWriter out) throws PmixException {
		out.put(new PmixValue.Time(log.timestamp())).infos(log.data()).infos(log.directives());
	}

	private static void write(ControlRequest.Allocate allocate, MessageWriter out) throws PmixException {
		out.put(allocate.directive()).infos(allocate.infos());
	}

	private static void write(ControlRequest.JobControl control, MessageWriter out) throws PmixException {
		out.procs(control.targets()).infos(control.infos());
	}

	private static void write(ControlRequest.Monitor monitor, MessageWriter out) throws PmixException {
		out.put(monitor.monitor()).put(monitor.error()).infos(monitor.infos());
	}

	private static void write(ControlRequest.ValidateCredential validate, MessageWriter out) throws PmixException {
		out.put(validate.credential()).infos(validate.infos());
	}

	private static void write(ControlRequest.ResourceBlock block, MessageWriter out) throws PmixException {
		out.put(block.directive()).text(block.block());
		out.counted(DataType.RESOURCE_UNIT, block.units()).infos(block.infos());
	}

	private static void write(ControlRequest.SessionControl session, MessageWriter out) throws PmixException {
		out.uint32(session.sessionId()).infos(session.infos());
	}

	private static void write(IofRequest.IofPull pull, MessageWriter out) throws PmixException {
		out.procs(pull.procs()).infos(pull.infos());
		// servers of 3.x expect the id, although their own clients do not send it
		out.put(pull.channels()).size(pull.localId());
	}

	private static void write(IofRequest.IofPush push, MessageWriter out) throws PmixException {
		out.procs(push.targets()).infos(push.infos());
		if (push.eof() || push.data().size() > 0) {
			out.put(push.data());
		}
	}

	private static void write(IofRequest.IofDeregister deregister, MessageWriter out) throws PmixException {
		out.infos(deregister.infos()).size(deregister.refId());
	}

	private static void write(GroupRequest.GroupConstruct construct, MessageWriter out) throws PmixException {
		out.text(construct.group()).procs(construct.members()).infos(construct.infos());
	}

	private static void write(GroupRequest.GroupInvite invite, MessageWriter out) throws PmixException {
		out.text(invite.group()).procs(invite.members()).uint32(invite.infos().get(KeyValueAttributes.TIMEOUT).orElse(0))
				.put(new PmixValue.Bool(invite.infos().isTrue(GroupAttributes.GROUP_OPTIONAL)))
				.put(new PmixValue.Bool(invite.infos().isTrue(GroupAttributes.GROUP_ASSIGN_CONTEXT_ID)));
	}

	private static void write(GroupRequest.GroupJoin join, MessageWriter out) throws PmixException {
		out.text(join.group()).put(join.answer()).procs(join.leader());
	}

	private static void write(GroupRequest.GroupLeave leave, MessageWriter out) throws PmixException {
		out.text(leave.group()).infos(leave.infos());
	}

	private static void write(GroupRequest.GroupDestruct destruct, MessageWriter out) throws PmixException {
		out.text(destruct.group());
		if (out.peer().groupsNameMembers()) {
			out.procs(destruct.members());
		}
		out.infos(destruct.infos());
	}

	private static void write(HardwareRequest.ComputeDistances compute, MessageWriter out) throws PmixException {
		out.put(compute.topology()).put(compute.cpuSet()).infos(compute.infos());
	}
}
