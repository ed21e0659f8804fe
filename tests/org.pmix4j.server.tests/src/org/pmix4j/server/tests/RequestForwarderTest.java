// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmix4j.model.AllocDirective;
import org.pmix4j.model.App;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.CpuSet;
import org.pmix4j.model.FabricOperation;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.PublishedData;
import org.pmix4j.model.Query;
import org.pmix4j.model.ResourceBlockDirective;
import org.pmix4j.model.ResourceUnit;
import org.pmix4j.model.Status;
import org.pmix4j.model.Topology;
import org.pmix4j.model.attributes.FabricAttributes;
import org.pmix4j.model.attributes.GroupAttributes;
import org.pmix4j.model.attributes.IdentityAttributes;
import org.pmix4j.model.attributes.LogAttributes;
import org.pmix4j.server.spi.Credential;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.wire.internal.message.ControlRequest;
import org.pmix4j.wire.internal.message.DataRequest;
import org.pmix4j.wire.internal.message.GroupRequest;
import org.pmix4j.wire.internal.message.HardwareRequest;
import org.pmix4j.wire.internal.message.IofRequest;
import org.pmix4j.wire.internal.message.JobRequest;
import org.pmix4j.wire.internal.message.Reply;
import org.pmix4j.wire.internal.message.ReplyKind;
import org.pmix4j.wire.internal.message.Request;

/** Tests requests that only the host can answer: the call, the reply, and the result without a host. */
class RequestForwarderTest {
	private static final Proc RANK0 = Proc.of("job", 0);
	private static final List<Proc> PROCS = List.of(Proc.of("job", 1));
	private static final Info INFO = Info.of("my.key", new PmixValue.Str("mine"));
	private static final Infos INFOS = Infos.of(INFO);
	private static final Info ANSWER = Info.of("answer", new PmixValue.UInt32(42));
	private static final App APP = new App("prog", List.of("prog"), List.of(), "/", 1, Infos.EMPTY);
	private static final CpuSet CPUS = new CpuSet("0");
	private static final ByteObject BYTES = ByteObject.wrap(new byte[] { 1, 2, 3 });

	/** Supports every request and records the last call. */
	private static final class Willing implements PmixHost {
		private List<Object> call = List.of();

		private CompletionStage<Infos> infos(Object... arguments) {
			call = List.of(arguments);
			return CompletableFuture.completedFuture(Infos.of(ANSWER));
		}

		private CompletionStage<Void> done(Object... arguments) {
			call = List.of(arguments);
			return CompletableFuture.completedFuture(null);
		}

		@Override
		public CompletionStage<Void> abort(Proc caller, Object hostObject, Status status, String message, List<Proc> procs) {
			return done("abort", caller, hostObject, status, message, procs);
		}

		@Override
		public CompletionStage<Void> publish(Proc publisher, Infos infos) {
			return done("publish", publisher, infos);
		}

		@Override
		public CompletionStage<List<PublishedData>> lookup(Proc requester, List<String> keys, Infos infos) {
			call = List.of("lookup", requester, keys, infos);
			return CompletableFuture.completedFuture(
					keys.contains("none") ? List.of() : List.of(new PublishedData(RANK0, "port", new PmixValue.Str("1234"))));
		}

		@Override
		public CompletionStage<Void> unpublish(Proc publisher, List<String> keys, Infos infos) {
			return done("unpublish", publisher, keys, infos);
		}

		@Override
		public CompletionStage<String> spawn(Proc requester, Infos infos, List<App> apps) {
			call = List.of("spawn", requester, infos, apps);
			return CompletableFuture.completedFuture("child");
		}

		@Override
		public CompletionStage<Infos> query(Proc requester, List<Query> queries) {
			return infos("query", requester, queries);
		}

		@Override
		public CompletionStage<Void> log(Proc requester, Infos data, Infos directives) {
			return done("log", requester, data, directives);
		}

		@Override
		public CompletionStage<Infos> allocate(Proc requester, AllocDirective directive, Infos infos) {
			return infos("allocate", requester, directive, infos);
		}

		@Override
		public CompletionStage<Infos> jobControl(Proc requester, List<Proc> targets, Infos directives) {
			return infos("job control", requester, targets, directives);
		}

		@Override
		public CompletionStage<Infos> monitor(Proc requester, Info monitor, Status code, Infos directives) {
			return infos("monitor", requester, monitor, code, directives);
		}

		@Override
		public CompletionStage<Credential> getCredential(Proc requester, Infos infos) {
			call = List.of("get credential", requester, infos);
			return CompletableFuture.completedFuture(new Credential(BYTES, Infos.of(ANSWER)));
		}

		@Override
		public CompletionStage<Infos> validateCredential(Proc requester, ByteObject credential, Infos infos) {
			return infos("validate credential", requester, credential, infos);
		}

		@Override
		public CompletionStage<Infos> fabric(Proc requester, FabricOperation operation, Infos infos) {
			return infos("fabric", requester, operation, infos);
		}

		@Override
		public CompletionStage<Infos> sessionControl(Proc requester, int session, Infos directives) {
			return infos("session control", requester, session, directives);
		}

		@Override
		public CompletionStage<Void> resourceBlock(Proc requester, ResourceBlockDirective directive, String block, List<ResourceUnit> units,
				Infos infos) {
			return done("resource block", requester, directive, block, units, infos);
		}
	}

	@RegisterExtension
	private final ServerLog log = new ServerLog();
	private final Willing host = new Willing();

	private static TestPeer connect(PmixHost host, Release release) throws PmixException {
		TestServer server = TestServer.open(host);
		server.job("job", 2);
		return server.connect("job", 0, release);
	}

	private <R extends Reply> R ask(Request request, ReplyKind<R> kind) throws PmixException {
		R reply = connect(host, Release.R61).ask(request, kind);
		assertThat(reply.status()).isEqualTo(Status.SUCCESS);
		return reply;
	}

	private Infos withUser() {
		return INFOS.with(IdentityAttributes.USERID, Hellos.UID).with(IdentityAttributes.GRPID, Hellos.GID);
	}

	static Stream<Request> everyRequestForAHost() {
		return Stream.<Request>of(new JobRequest.Abort(Status.of(42), "boom", PROCS), new DataRequest.Publish(0, INFOS),
				new DataRequest.Lookup(0, List.of("key"), INFOS), new DataRequest.Unpublish(0, List.of(), INFOS),
				new JobRequest.Spawn(INFOS, List.of(APP)),
				new ControlRequest.QueryRequest(List.of(new Query(List.of("pmix.qry.any"), INFOS))),
				new ControlRequest.Log(0, INFOS, INFOS), new ControlRequest.Allocate(AllocDirective.NEW, INFOS),
				new ControlRequest.JobControl(PROCS, INFOS), new ControlRequest.Monitor(INFO, Status.ERROR, INFOS),
				new ControlRequest.GetCredential(INFOS), new ControlRequest.ValidateCredential(BYTES, INFOS),
				new ControlRequest.SessionControl(1, INFOS),
				new ControlRequest.ResourceBlock(new ResourceBlockDirective(1), "block", List.of(), INFOS),
				new HardwareRequest.FabricRegister(INFOS), new HardwareRequest.FabricUpdate(3),
				new HardwareRequest.ComputeDistances(new Topology("", ByteObject.EMPTY), CPUS, INFOS),
				new IofRequest.IofPull(PROCS, INFOS, IofChannel.STDOUT, 1), new IofRequest.IofPush(PROCS, INFOS, BYTES, false),
				new GroupRequest.GroupConstruct("group", List.of(RANK0),
						Infos.EMPTY.with(GroupAttributes.GROUP_ASSIGN_CONTEXT_ID, true)));
	}

	@ParameterizedTest
	@MethodSource("everyRequestForAHost")
	void request_withoutHost_isNotSupportedAtOnce(Request request) throws PmixException {
		TestPeer peer = connect(PmixHost.NONE, Release.R61);

		assertThat(peer.ask(request, ReplyKind.answering(request)).status()).isEqualTo(Status.ERR_NOT_SUPPORTED);
		assertThat(peer.ask(JobRequest.JobInfoRequest.INSTANCE, ReplyKind.JOB_INFO).nspace()).as("the connection is still usable")
				.isEqualTo("job");
	}

	@Test
	void query_withoutHost_getsEmptyReply() throws PmixException {
		TestPeer peer = connect(PmixHost.NONE, Release.R42);
		int tag = peer.send(new ControlRequest.QueryRequest(List.of(new Query(List.of("pmix.qry.any"), Infos.EMPTY))));

		assertThat(peer.payload(tag)).as("status and number of infos, as recorded").containsExactly(2, 0x5d, 2, 0);
	}

	@Test
	void abort_isPassedToTheHostWithItsObject() throws PmixException {
		ask(new JobRequest.Abort(Status.of(42), "boom", PROCS), ReplyKind.STATUS);

		assertThat(host.call).containsExactly("abort", RANK0, "object of job:0", Status.of(42), "boom", PROCS);
	}

	@Test
	void abort_recordedBytes_isDecoded() throws PmixException {
		TestServer server = TestServer.open(host);
		server.job("job1", 2);
		TestPeer peer = server.connect("job1", 0);
		peer.sendBytes(105, HexFormat.of().parseHex("02010254020a626f6f6d000201020a6a6f62310001"));

		assertThat(peer.payload(105)).containsExactly(2, 0);
		assertThat(host.call).containsExactly("abort", Proc.of("job1", 0), "object of job1:0", Status.of(42), "boom",
				List.of(Proc.of("job1", 1)));
	}

	@Test
	void abort_ofTheNamespace_hasNoTargets() throws PmixException {
		ask(new JobRequest.Abort(Status.of(1), "", List.of()), ReplyKind.STATUS);

		assertThat(host.call).containsExactly("abort", RANK0, "object of job:0", Status.of(1), "", List.of());
	}

	@Test
	void publish_carriesVerifiedUser() throws PmixException {
		Infos forged = INFOS.with(IdentityAttributes.USERID, Hellos.UID + 77).with(IdentityAttributes.GRPID, Hellos.GID + 77);
		ask(new DataRequest.Publish(Hellos.UID + 77, forged), ReplyKind.STATUS);

		assertThat(host.call).containsExactly("publish", RANK0, withUser());
	}

	@Test
	void lookup_existingAndMissing_isFoundOrNot() throws PmixException {
		Reply.LookupReply reply = ask(new DataRequest.Lookup(0, List.of("port"), INFOS), ReplyKind.LOOKUP);
		assertThat(reply.data()).containsExactly(new PublishedData(RANK0, "port", new PmixValue.Str("1234")));
		assertThat(host.call).containsExactly("lookup", RANK0, List.of("port"), withUser());

		DataRequest.Lookup none = new DataRequest.Lookup(0, List.of("none"), INFOS);
		assertThat(connect(host, Release.R42).ask(none, ReplyKind.LOOKUP).status()).isEqualTo(Status.ERR_NOT_FOUND);
	}

	@Test
	void unpublish_all_reachesHostWithoutKeys() throws PmixException {
		ask(new DataRequest.Unpublish(0, List.of(), INFOS), ReplyKind.STATUS);

		assertThat(host.call).containsExactly("unpublish", RANK0, List.of(), withUser());
	}

	@Test
	void spawn_reply_hasJobData() throws PmixException {
		TestServer server = TestServer.open(host);
		server.job("job", 1);
		server.namespace("child", 3, 3);
		TestPeer peer = server.connect("job", 0);
		Reply.SpawnReply reply = peer.ask(new JobRequest.Spawn(INFOS, List.of(APP)), ReplyKind.SPAWN);

		assertThat(host.call).containsExactly("spawn", RANK0, INFOS, List.of(APP));
		assertThat(reply.nspace()).isEqualTo("child");
		assertThat(JobDataText.plain(JobDataText.lines(reply.data(), peer.format()))).contains("pmix.job.size=3");
	}

	@Test
	void query_reply_hasInfos() throws PmixException {
		Query query = new Query(List.of("answer"), INFOS);

		assertThat(ask(new ControlRequest.QueryRequest(List.of(query)), ReplyKind.INFOS).infos()).isEqualTo(Infos.of(ANSWER));
		assertThat(host.call).containsExactly("query", RANK0, List.of(query));
	}

	@Test
	void log_carriesSourceAndTime() throws PmixException {
		Info directive = Info.of("directive", new PmixValue.Str("d"));
		ask(new ControlRequest.Log(1700, INFOS, Infos.of(directive)), ReplyKind.STATUS);
		assertThat(host.call).containsExactly("log", RANK0, INFOS,
				Infos.of(directive, Info.of(LogAttributes.LOG_SOURCE, RANK0), Info.of(LogAttributes.LOG_TIMESTAMP, 1700L)));

		ask(new ControlRequest.Log(-1, INFOS, Infos.EMPTY), ReplyKind.STATUS);
		assertThat(host.call).containsExactly("log", RANK0, INFOS, Infos.of(Info.of(LogAttributes.LOG_SOURCE, RANK0)));
	}

	@Test
	void controlRequests_reply_hasInfos() throws PmixException {
		assertThat(ask(new ControlRequest.Allocate(AllocDirective.NEW, INFOS), ReplyKind.INFOS).infos()).isEqualTo(Infos.of(ANSWER));
		assertThat(host.call).containsExactly("allocate", RANK0, AllocDirective.NEW, INFOS);
		assertThat(ask(new ControlRequest.JobControl(PROCS, INFOS), ReplyKind.INFOS).infos()).isEqualTo(Infos.of(ANSWER));
		assertThat(host.call).containsExactly("job control", RANK0, PROCS, INFOS);
		assertThat(ask(new ControlRequest.Monitor(INFO, Status.ERROR, INFOS), ReplyKind.INFOS).infos()).isEqualTo(Infos.of(ANSWER));
		assertThat(host.call).containsExactly("monitor", RANK0, INFO, Status.ERROR, INFOS);
		assertThat(ask(new ControlRequest.ValidateCredential(BYTES, INFOS), ReplyKind.INFOS).infos()).isEqualTo(Infos.of(ANSWER));
		assertThat(host.call).containsExactly("validate credential", RANK0, BYTES, INFOS);
		assertThat(ask(new ControlRequest.SessionControl(7, INFOS), ReplyKind.INFOS).infos()).isEqualTo(Infos.of(ANSWER));
		assertThat(host.call).containsExactly("session control", RANK0, 7, INFOS);
	}

	@Test
	void credential_includesItsInfos() throws PmixException {
		Reply.CredentialReply reply = ask(new ControlRequest.GetCredential(INFOS), ReplyKind.CREDENTIAL);

		assertThat(reply.credential()).isEqualTo(BYTES);
		assertThat(reply.infos()).isEqualTo(Infos.of(ANSWER));
		assertThat(host.call).containsExactly("get credential", RANK0, INFOS);
	}

	@Test
	void resourceBlock_reply_isStatus() throws PmixException {
		ResourceBlockDirective directive = new ResourceBlockDirective(1);
		ask(new ControlRequest.ResourceBlock(directive, "block", List.of(), INFOS), ReplyKind.STATUS);

		assertThat(host.call).containsExactly("resource block", RANK0, directive, "block", List.of(), INFOS);
	}

	@Test
	void fabric_carriesItsIndex() throws PmixException {
		ask(new HardwareRequest.FabricRegister(INFOS), ReplyKind.INFOS);
		assertThat(host.call).containsExactly("fabric", RANK0, FabricOperation.REQUEST_INFO, INFOS);
		ask(new HardwareRequest.FabricUpdate(3), ReplyKind.INFOS);
		assertThat(host.call).containsExactly("fabric", RANK0, FabricOperation.UPDATE_INFO,
				Infos.of(Info.of(FabricAttributes.FABRIC_INDEX, 3L)));
	}
}
