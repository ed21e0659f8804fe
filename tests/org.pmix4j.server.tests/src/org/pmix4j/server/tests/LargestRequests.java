// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.pmix4j.model.AllocDirective;
import org.pmix4j.model.App;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.CpuSet;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.DeviceType;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.Kval;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Query;
import org.pmix4j.model.Rank;
import org.pmix4j.model.ResourceBlockDirective;
import org.pmix4j.model.ResourceUnit;
import org.pmix4j.model.Scope;
import org.pmix4j.model.Status;
import org.pmix4j.model.Topology;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.GroupAttributes;
import org.pmix4j.model.attributes.JobControlAttributes;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.QueryAttributes;
import org.pmix4j.wire.internal.message.CommandCode;
import org.pmix4j.wire.internal.message.ControlRequest;
import org.pmix4j.wire.internal.message.DataRequest;
import org.pmix4j.wire.internal.message.EventRequest;
import org.pmix4j.wire.internal.message.GroupRequest;
import org.pmix4j.wire.internal.message.HardwareRequest;
import org.pmix4j.wire.internal.message.IofRequest;
import org.pmix4j.wire.internal.message.JobRequest;
import org.pmix4j.wire.internal.message.KvalBlob;
import org.pmix4j.wire.internal.message.Request;
import org.pmix4j.wire.internal.message.ScopedData;

/** Requests of every command with lists as long as a test wants them. */
final class LargestRequests {
	/** The process that sends the requests. */
	static final Proc SENDER = Proc.of("job", 0);
	private static final int NAMESPACES = 16;
	private static final int TEXT = 1 << 20;

	private LargestRequests() {
	}

	/**
	 * @param length of each list
	 * @return a request; empty if the command has none that a server decodes
	 */
	static Optional<Request> of(CommandCode command, int length) {
		return Optional.ofNullable(switch (command) {
			case REQ -> JobRequest.JobInfoRequest.INSTANCE;
			case ABORT -> new JobRequest.Abort(Status.ERROR, text(), procs(length));
			case COMMIT -> commit(length);
			case FENCENB -> new DataRequest.Fence(procs(length), infos(length));
			case GETNB -> new DataRequest.Get("job", Rank.of(1), infos(length), "key");
			case FINALIZE -> JobRequest.Finalize.INSTANCE;
			case PUBLISHNB -> new DataRequest.Publish(0, infos(length));
			case LOOKUPNB -> new DataRequest.Lookup(0, keys(length), infos(length));
			case UNPUBLISHNB -> new DataRequest.Unpublish(0, keys(length), infos(length));
			case SPAWNNB -> new JobRequest.Spawn(infos(length), list(64, i -> new App("program", keys(64), keys(64), "/", 1, infos(64))));
			case CONNECTNB -> new JobRequest.Connect(procs(length), infos(length), Infos.EMPTY);
			case DISCONNECTNB -> new JobRequest.Disconnect(procs(length), infos(length));
			case NOTIFY -> new EventRequest.Notify(Status.EVENT_SYS_BASE, DataRange.CUSTOM, infos(length / 2,
					procs(EventAttributes.EVENT_CUSTOM_RANGE, length), procs(EventAttributes.EVENT_AFFECTED_PROCS, length)));
			case REGEVENTS -> new EventRequest.RegisterEvents(codes(length), Infos.EMPTY);
			case DEREGEVENTS -> new EventRequest.DeregisterEvents(codes(length));
			case QUERY -> new ControlRequest.QueryRequest(List.of(new Query(
					Collections.nCopies(length, QueryAttributes.QUERY_ATTRIBUTE_SUPPORT.key()), infos(length))));
			case LOG -> new ControlRequest.Log(1, infos(length), infos(length));
			case ALLOC -> new ControlRequest.Allocate(AllocDirective.NEW, infos(length));
			case JOB_CONTROL -> new ControlRequest.JobControl(List.of(SENDER, Proc.of("job", 1)), infos(length / 2,
					Info.of(JobControlAttributes.REGISTER_CLEANUP, "/tmp/" + String.join(",/tmp/", keys(Math.min(length, 4000))))));
			case MONITOR -> new ControlRequest.Monitor(Info.of("monitor", procs(EventAttributes.EVENT_AFFECTED_PROCS, length).value()),
					Status.SUCCESS, infos(length));
			case GET_CREDENTIAL -> new ControlRequest.GetCredential(infos(length));
			case VALIDATE_CRED -> new ControlRequest.ValidateCredential(bytes(), infos(length));
			case IOF_PULL -> new IofRequest.IofPull(procs(length), infos(length), IofChannel.STDOUT, 1);
			case IOF_PUSH -> new IofRequest.IofPush(procs(length), infos(length), bytes(), false);
			case GROUP_CONSTRUCT -> new GroupRequest.GroupConstruct("group", procs(length), infos(length / 2,
					procs(GroupAttributes.GROUP_ADD_MEMBERS, length)));
			case GROUP_JOIN -> new GroupRequest.GroupJoin("group", Status.GROUP_INVITE_ACCEPTED, procs(length));
			case GROUP_INVITE -> new GroupRequest.GroupInvite("group", procs(length), Infos.EMPTY);
			case GROUP_LEAVE -> new GroupRequest.GroupLeave("group", infos(length));
			case GROUP_DESTRUCT -> new GroupRequest.GroupDestruct("group", procs(length), infos(length));
			case IOF_DEREG -> new IofRequest.IofDeregister(infos(length), 1);
			case FABRIC_REGISTER -> new HardwareRequest.FabricRegister(infos(length));
			case FABRIC_UPDATE -> new HardwareRequest.FabricUpdate(1);
			case COMPUTE_DEVICE_DISTANCES -> new HardwareRequest.ComputeDistances(new Topology(text(), ByteObject.EMPTY),
					new CpuSet("0"), infos(length));
			case REFRESH_CACHE -> new DataRequest.RefreshCache("job", Rank.of(1));
			case RESBLK -> new ControlRequest.ResourceBlock(ResourceBlockDirective.DEFINE, "block",
					Collections.nCopies(length, new ResourceUnit(DeviceType.GPU, 1)), infos(length));
			case SESSION_CTRL -> new ControlRequest.SessionControl(1, infos(length));
			case RESOLVE_PEERS -> new DataRequest.ResolvePeers("", "");
			case RESOLVE_NODE -> new DataRequest.ResolveNode("");
			case REQ_SYSINFO -> null;
		});
	}

	/** Returns a commit of this many keys, as large processes may have. */
	static DataRequest.Commit commit(int keys) {
		KvalBlob data = KvalBlob.of(list(keys, i -> new Kval("key" + i, new PmixValue.Str("value"))));
		return new DataRequest.Commit(List.of(new ScopedData(Scope.LOCAL, data)));
	}

	/** Returns processes of several namespaces in no order; one of them is the sender. */
	static List<Proc> procs(int count) {
		List<Proc> procs = new ArrayList<>(list(count - 1, i -> Proc.of("other" + i % NAMESPACES, count - i)));
		procs.add(SENDER);
		return procs;
	}

	static Info procs(Attribute<?> attribute, int count) {
		return Info.of(attribute.key(), DataArray.ofProcs(procs(count)));
	}

	static List<String> keys(int count) {
		return list(count, i -> "key" + i);
	}

	static List<Status> codes(int count) {
		return list(count, i -> Status.of(Status.EVENT_SYS_BASE.code() - i));
	}

	/** Returns infos with different keys after these. The last ones make a lookup wait, and request a number for a group. */
	private static Infos infos(int count, Info... first) {
		return new Infos(Stream.of(Stream.of(first), IntStream.range(0, count - 2).mapToObj(i -> Info.of("key" + i, new PmixValue.Str("value"))),
				Stream.of(Info.of(KeyValueAttributes.WAIT.key(), PmixValue.Bool.TRUE),
						Info.of(GroupAttributes.GROUP_ASSIGN_CONTEXT_ID, true))).flatMap(each -> each).toList());
	}

	private static <T> List<T> list(int count, IntFunction<T> element) {
		return IntStream.range(0, count).mapToObj(element).toList();
	}

	private static String text() {
		return "x".repeat(TEXT);
	}

	private static ByteObject bytes() {
		return ByteObject.wrap(new byte[TEXT]);
	}
}
