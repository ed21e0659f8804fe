// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.message;

import java.util.List;
import java.util.OptionalLong;

import org.pmix4j.model.AllocDirective;
import org.pmix4j.model.App;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.CpuSet;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.DeviceDistance;
import org.pmix4j.model.DeviceType;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.PublishedData;
import org.pmix4j.model.Query;
import org.pmix4j.model.Rank;
import org.pmix4j.model.ResourceBlockDirective;
import org.pmix4j.model.ResourceUnit;
import org.pmix4j.model.Scope;
import org.pmix4j.model.Status;
import org.pmix4j.model.Topology;
import org.pmix4j.model.attributes.GroupAttributes;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.wire.internal.handshake.GroupForm;
import org.pmix4j.wire.internal.message.ControlRequest;
import org.pmix4j.wire.internal.message.DataRequest;
import org.pmix4j.wire.internal.message.EventRequest;
import org.pmix4j.wire.internal.message.GroupRequest;
import org.pmix4j.wire.internal.message.HardwareRequest;
import org.pmix4j.wire.internal.message.IofRequest;
import org.pmix4j.wire.internal.message.JobRequest;
import org.pmix4j.wire.internal.message.NamespaceData;
import org.pmix4j.wire.internal.message.PeerFormat;
import org.pmix4j.wire.internal.message.ProcData;
import org.pmix4j.wire.internal.message.Reply;
import org.pmix4j.wire.internal.message.Request;
import org.pmix4j.wire.internal.message.ScopedData;

/** A message of each kind, with all fields of the peer's release set. */
final class Samples {
	private static final Infos INFOS = Infos.of(Info.of("pmix.timeout", new PmixValue.UInt32(5)),
			Info.of("my.key", new PmixValue.Str("text")).required());
	private static final List<Proc> PROCS = List.of(Proc.of("job1", 0), Proc.wildcard("job2"));
	private static final ByteObject BYTES = ByteObject.copyOf(new byte[] { 1, 0, -1 });

	private Samples() {
	}

	private static boolean namesGroupMembers(PeerFormat peer) {
		return peer.version().groupForm().compareTo(GroupForm.MEMBERS) >= 0;
	}

	private static List<Proc> members(PeerFormat peer) {
		return namesGroupMembers(peer) ? PROCS : List.of();
	}

	static List<Request> requests(PeerFormat peer) {
		return List.of(new Request.Unknown(200), Request.Empty.INSTANCE,
				new JobRequest.JobInfoRequest(), new JobRequest.Abort(new Status(42), "boom", PROCS),
				new JobRequest.Finalize(), new JobRequest.Spawn(INFOS, List.of(app(), app())),
				new JobRequest.Connect(PROCS, INFOS, INFOS), new JobRequest.Disconnect(PROCS, INFOS),
				new DataRequest.Commit(List.of(new ScopedData(Scope.LOCAL, Peers.blob(peer)),
						new ScopedData(Scope.REMOTE, Peers.blob(peer)))),
				new DataRequest.Fence(PROCS, INFOS), new DataRequest.Get("job1", Rank.WILDCARD, INFOS, "key"),
				new DataRequest.Publish(-2, INFOS), new DataRequest.Lookup(1000, List.of("a", "b"), INFOS),
				new DataRequest.Unpublish(1000, List.of("a", "b"), INFOS), new DataRequest.RefreshCache("job1", Rank.of(3)),
				new DataRequest.ResolvePeers("node1", "job1"), new DataRequest.ResolveNode("job1"),
				new EventRequest.Notify(Status.ERR_PROC_ABORTED, DataRange.SESSION, INFOS),
				new EventRequest.RegisterEvents(List.of(Status.ERROR, new Status(-5000)), INFOS),
				new EventRequest.DeregisterEvents(List.of(Status.ERROR, new Status(EventRequest.DeregisterEvents.DEFAULT_HANDLER))),
				new ControlRequest.QueryRequest(List.of(new Query(List.of("pmix.qry.ns"), INFOS))),
				new ControlRequest.Log(1700000000, INFOS, INFOS), new ControlRequest.Allocate(AllocDirective.EXTEND, INFOS),
				new ControlRequest.JobControl(PROCS, INFOS),
				new ControlRequest.Monitor(Info.of("pmix.monitor.beat", PmixValue.Pointer.INSTANCE), Status.ERROR, INFOS),
				new ControlRequest.GetCredential(INFOS), new ControlRequest.ValidateCredential(BYTES, INFOS),
				new ControlRequest.SessionControl(-1, INFOS),
				new ControlRequest.ResourceBlock(ResourceBlockDirective.DEFINE, "block",
						List.of(new ResourceUnit(DeviceType.NODE, 4)), INFOS),
				new IofRequest.IofPull(PROCS, INFOS, new IofChannel(6), 7), new IofRequest.IofPush(PROCS, INFOS, BYTES, false),
				new IofRequest.IofDeregister(INFOS, 7), new GroupRequest.GroupConstruct("group", PROCS, INFOS),
				new GroupRequest.GroupInvite("group", PROCS,
						Infos.EMPTY.with(KeyValueAttributes.TIMEOUT, 300).with(GroupAttributes.GROUP_ASSIGN_CONTEXT_ID, true)),
				new GroupRequest.GroupJoin("group", Status.GROUP_INVITE_ACCEPTED, PROCS),
				new GroupRequest.GroupLeave("group", INFOS), new GroupRequest.GroupDestruct("group", members(peer), INFOS),
				new HardwareRequest.FabricRegister(INFOS), new HardwareRequest.FabricUpdate(-1),
				new HardwareRequest.ComputeDistances(new Topology("", ByteObject.EMPTY), new CpuSet("0-3"), INFOS));
	}

	private static App app() {
		return new App("/bin/true", List.of("true", "-x"), List.of("A=1"), "/tmp", 2, INFOS);
	}

	static List<Reply> replies(PeerFormat peer) {
		Status ok = Status.SUCCESS;
		Infos groupInfo = peer.version().groupForm() == GroupForm.GROUP_INFOS ? INFOS : Infos.EMPTY;
		return List.of(new Reply.StatusReply(Status.ERR_NOT_FOUND), new Reply.JobInfoReply(ok, "job1", Peers.blob(peer)),
				new Reply.GetReply(ok, List.of(new ProcData(Proc.of("job1", 0), Peers.blob(peer)),
						new ProcData(Proc.of("job1", 1), Peers.blob(peer)))),
				new Reply.LookupReply(ok, List.of(new PublishedData(Proc.of("job1", 0), "port", new PmixValue.Str("1234")))),
				new Reply.SpawnReply(ok, "job2", Peers.blob(peer)),
				new Reply.ConnectReply(ok, List.of(new NamespaceData("job2", Peers.blob(peer)),
						new NamespaceData("job3", Peers.blob(peer)))),
				new Reply.InfosReply(Status.ERR_PARTIAL_SUCCESS, INFOS), new Reply.CredentialReply(ok, BYTES, INFOS),
				new Reply.IofPullReply(ok, 3), new Reply.GroupReply(ok, members(peer), OptionalLong.of(77), groupInfo),
				new Reply.DistancesReply(ok, List.of(new DeviceDistance("uuid", "eth0", DeviceType.NETWORK, (short) 1, (short) -1))),
				new Reply.RefreshReply(ok, Peers.blob(peer)), new Reply.ResolvePeersReply(ok, PROCS),
				new Reply.ResolveNodeReply(ok, "node1,node2"));
	}
}
