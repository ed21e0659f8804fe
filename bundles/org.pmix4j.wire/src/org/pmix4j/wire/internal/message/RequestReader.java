// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.pmix4j.model.AllocDirective;
import org.pmix4j.model.App;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.CpuSet;
import org.pmix4j.model.DataType;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PackedBuffer;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Query;
import org.pmix4j.model.ResourceBlockDirective;
import org.pmix4j.model.ResourceUnit;
import org.pmix4j.model.Scope;
import org.pmix4j.model.Status;
import org.pmix4j.model.Topology;
import org.pmix4j.model.attributes.GroupAttributes;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.codec.MalformedMessageException;

/** Decodes requests: the command, then its fields. Stateless. */
final class RequestReader {
	private RequestReader() {
	}

	static Request read(MessageReader in) throws MalformedMessageException {
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
			case COMMIT -> new DataRequest.Commit(in.untilEnd(RequestReader::part));
			case FENCENB -> new DataRequest.Fence(in.participants(), in.infos());
			case GETNB -> new DataRequest.Get(in.text(), in.rank(), in.infos(), in.hasRemaining() ? in.text() : "");
			case FINALIZE -> JobRequest.Finalize.INSTANCE;
			case PUBLISHNB -> new DataRequest.Publish(in.uint32(), in.infos());
			case LOOKUPNB -> new DataRequest.Lookup(in.uint32(), keys(in), in.infos());
			case UNPUBLISHNB -> new DataRequest.Unpublish(in.uint32(), keys(in), in.infos());
			case SPAWNNB -> new JobRequest.Spawn(in.infos(), in.counted(DataType.APP, App.class));
			case CONNECTNB -> connect(in);
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
			case IOF_PUSH -> push(in);
			case GROUP_CONSTRUCT -> new GroupRequest.GroupConstruct(in.text(), in.procs(), in.infos());
			case GROUP_LEAVE -> new GroupRequest.GroupLeave(in.text(), in.infos());
			case GROUP_DESTRUCT -> destruct(in);
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
			case GROUP_INVITE -> invite(in);
			case GROUP_JOIN -> new GroupRequest.GroupJoin(in.text(), in.status(), in.procs());
			case REQ_SYSINFO -> new Request.Unknown(command.code());
		};
	}

	private static ScopedData part(MessageReader in) throws MalformedMessageException {
		Scope scope = in.get(DataType.SCOPE, Scope.class);
		PackedBuffer buffer = in.get(DataType.BUFFER, PackedBuffer.class);
		Encoding encoding = in.peer().encoding().described(buffer.described());
		return new ScopedData(scope, KvalBlob.packed(encoding, buffer.content()));
	}

	private static List<String> keys(MessageReader in) throws MalformedMessageException {
		return in.each(in.count(), MessageReader::text);
	}

	private static Request connect(MessageReader in) throws MalformedMessageException {
		List<Proc> procs = in.procs();
		Infos infos = in.infos();
		List<Info> endpoints = new ArrayList<>();
		while (in.hasRemaining() && endpoints.size() < JobRequest.Connect.MAX_ENDPOINTS) {
			endpoints.add(in.info());
		}
		return new JobRequest.Connect(procs, infos, new Infos(endpoints));
	}

	private static Request push(MessageReader in) throws MalformedMessageException {
		List<Proc> targets = in.procs();
		Infos infos = in.infos();
		if (!in.hasRemaining()) {
			return new IofRequest.IofPush(targets, infos, ByteObject.EMPTY, false);
		}
		ByteObject data = in.bytes();
		return new IofRequest.IofPush(targets, infos, data, data.size() == 0);
	}

	/** The client sends no directives, but the seconds of its timeout and two answers that it has read from them. */
	private static Request invite(MessageReader in) throws MalformedMessageException {
		String group = in.text();
		List<Proc> members = in.procs();
		int seconds = in.uint32();
		boolean optional = in.get(DataType.BOOL, PmixValue.Bool.class).value();
		boolean numbered = in.get(DataType.BOOL, PmixValue.Bool.class).value();
		Infos infos = seconds == 0 ? Infos.EMPTY : Infos.EMPTY.with(KeyValueAttributes.TIMEOUT, seconds);
		infos = optional ? infos.with(GroupAttributes.GROUP_OPTIONAL, true) : infos;
		return new GroupRequest.GroupInvite(group, members, numbered ? infos.with(GroupAttributes.GROUP_ASSIGN_CONTEXT_ID, true) : infos);
	}

	private static Request destruct(MessageReader in) throws MalformedMessageException {
		String group = in.text();
		if (!in.peer().groupsNameMembers()) {
			return new GroupRequest.GroupDestruct(group, List.of(), in.infos());
		}
		// without a second count this is the older layout, which has no infos
		List<Proc> members = in.procs();
		return new GroupRequest.GroupDestruct(group, members, in.hasRemaining() ? in.infos() : Infos.EMPTY);
	}
}
