// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataType;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Query;
import org.pmix4j.model.Rank;
import org.pmix4j.model.RegisteredAttribute;
import org.pmix4j.model.Status;
import org.pmix4j.model.ValueType;
import org.pmix4j.model.attributes.AppAttributes;
import org.pmix4j.model.attributes.GroupAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.KnownAttributes;
import org.pmix4j.model.attributes.LevelAttributes;
import org.pmix4j.model.attributes.LibraryAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.attributes.PublishAttributes;
import org.pmix4j.model.attributes.QueryAttributes;
import org.pmix4j.model.attributes.ServerAttributes;
import org.pmix4j.model.attributes.SessionAttributes;
import org.pmix4j.model.attributes.ToolAttributes;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.wire.internal.handshake.HelloFlag;
import org.pmix4j.wire.internal.message.ControlRequest;
import org.pmix4j.wire.internal.message.Reply;
import org.pmix4j.wire.internal.message.ReplyKind;

/** Tests answers of the server, answers of the host, and unanswered queries. */
class QueryTest {
	private static final Proc RANK0 = Proc.of("job", 0);
	private static final Info HOSTS = Info.of("host.key", new PmixValue.UInt32(42));

	/** Answers one key and declares its attributes. */
	private static final class OneKey implements PmixHost {
		private final List<Query> asked = new ArrayList<>();
		private Infos answer = Infos.of(HOSTS);

		@Override
		public CompletionStage<Infos> query(Proc requester, List<Query> queries) {
			asked.addAll(queries);
			return answer.isEmpty() ? CompletableFuture.failedFuture(new PmixException(Status.ERR_NOT_FOUND, "unknown"))
					: CompletableFuture.completedFuture(answer);
		}

		@Override
		public Map<String, List<Attribute<?>>> supportedAttributes() {
			return Map.of("PMIx_Publish", List.of(PublishAttributes.RANGE, PublishAttributes.PERSISTENCE), "PMIx_Abort", List.of(),
					"PMIx_Query_info", List.of(Attribute.of("host.key", KeyValueAttributes.TIMEOUT.type())));
		}
	}

	@RegisterExtension
	private final ServerLog log = new ServerLog();
	private final OneKey host = new OneKey();
	private final TestServer server;

	QueryTest() throws PmixException {
		server = TestServer.open(host);
		server.get(server.core().registerNamespace("job", 1,
				Infos.of(Info.of(ServerAttributes.NODE_MAP, "node0,node1"), Info.of(ServerAttributes.PROC_MAP, "0,1;2"),
						Info.of(JobAttributes.JOB_SIZE, 3))));
		server.client(RANK0);
	}

	private Reply.InfosReply ask(Release release, Query... queries) throws PmixException {
		return server.connect("job", 0, release).ask(new ControlRequest.QueryRequest(List.of(queries)), ReplyKind.INFOS);
	}

	private Reply.InfosReply ask(Attribute<?> key, Info... qualifiers) throws PmixException {
		return ask(Release.R61, new Query(List.of(key.key()), Infos.of(qualifiers)));
	}

	private <T> T told(Attribute<T> key, Info... qualifiers) throws PmixException {
		Reply.InfosReply reply = ask(key, qualifiers);
		assertThat(reply.status()).isEqualTo(Status.SUCCESS);
		assertThat(reply.infos().size()).isEqualTo(1);
		return reply.infos().get(key).orElseThrow();
	}

	@Test
	void query_jobData_needsNoHost() throws PmixException {
		Info other = Info.of(JobAttributes.NSPACE, "job");

		assertThat(told(JobAttributes.JOB_SIZE)).isEqualTo(3);
		assertThat(told(JobAttributes.JOB_SIZE, other)).isEqualTo(3);
		assertThat(told(ProcAttributes.LOCAL_RANK, other, Info.of(ProcAttributes.RANK, Rank.of(1)))).isEqualTo(1);
		assertThat(told(JobAttributes.JOB_SIZE, other, Info.of(ProcAttributes.RANK.key(), new PmixValue.Int32(-2)))).isEqualTo(3);
		assertThat(told(NodeAttributes.NODEID, Info.of(ProcAttributes.PROCID, Proc.of("job", 2)))).isEqualTo(1);
		assertThat(told(NodeAttributes.LOCAL_PEERS, Info.of(NodeAttributes.HOSTNAME, "node1"))).isEqualTo("2");
		assertThat(host.asked).isEmpty();
	}

	/** The first job is on node0 and node1 in session 5, the second one on node7 in session 6. */
	@Test
	void query_ofANamedRealm_hasItsValueOnly() throws PmixException {
		host.answer = Infos.EMPTY;
		server.get(server.core().registerNamespace("first", 1, realms("first", "node0,node1", 5)));
		server.get(server.core().registerNamespace("second", 1, realms("second", "node7", 6)));
		Info first = Info.of(JobAttributes.NSPACE, "first");
		Attribute<String> color = Attribute.of("my.color", ValueType.STRING);

		assertThat(told(NodeAttributes.HOSTNAME, first, Info.of(NodeAttributes.NODEID, 1))).isEqualTo("node1");
		assertThat(told(color, first, Info.of(NodeAttributes.NODEID, 0))).isEqualTo("node first");
		assertThat(told(color, first, Info.of(LevelAttributes.NODE_INFO, true), Info.of(NodeAttributes.HOSTNAME, "node0")))
				.isEqualTo("node first");
		assertThat(told(color, first, Info.of(LevelAttributes.SESSION_INFO, true))).isEqualTo("session 5");
		assertThat(told(color, first, Info.of(SessionAttributes.SESSION_ID, 6))).isEqualTo("session 6");
		assertThat(told(color, first)).isEqualTo("job first");
		assertThat(told(color, first, Info.of(LevelAttributes.JOB_INFO, true))).isEqualTo("job first");
		for (Info unknown : List.of(Info.of(NodeAttributes.NODEID, 9), Info.of(NodeAttributes.HOSTNAME, "node9"),
				Info.of(SessionAttributes.SESSION_ID, 9), Info.of(AppAttributes.APPNUM, 9))) {
			assertThat(ask(color, first, unknown).status()).as("%s", unknown).isEqualTo(Status.ERR_NOT_FOUND);
		}
		assertThat(ask(color, first, Info.of("pmix.node.info", new PmixValue.Str("x"))).status()).isEqualTo(Status.ERR_BAD_PARAM);
	}

	private static Infos realms(String name, String nodes, int session) {
		String color = "my.color";
		Infos node = Infos.of(Info.of(NodeAttributes.HOSTNAME, nodes.split(",")[0]), Info.of(NodeAttributes.NODEID, 0),
				Info.of(color, new PmixValue.Str("node " + name)));
		Infos ofSession = Infos.of(Info.of(SessionAttributes.SESSION_ID, session), Info.of(color, new PmixValue.Str("session " + session)));
		return Infos.of(Info.of(ServerAttributes.NODE_MAP, nodes), Info.of(ServerAttributes.PROC_MAP, nodes.contains(",") ? "0;1" : "0"),
				Info.of(LevelAttributes.NODE_INFO_ARRAY, DataArray.of(node)), Info.of(LevelAttributes.SESSION_INFO_ARRAY, DataArray.of(ofSession)),
				Info.of(color, new PmixValue.Str("job " + name)));
	}

	@ParameterizedTest
	@CsvSource({ "pmix.strg.caplim, pmix.strg.cap", "pmix.strg.objlim, pmix.strg.obj", "pmix.fab.coords, pmix.fab.coord",
			"pmix.qry.supqual, pmix.qry.quals", "pmix.strg.cap, pmix.strg.cap" })
	void query_otherSpelling_isAnsweredInIt(String asked, String key) throws PmixException {
		String own = KnownAttributes.byKey(asked).orElseThrow().key();
		host.answer = Infos.of(Info.of(own, new PmixValue.UInt32(7)));
		Reply.InfosReply reply = ask(Release.R61, new Query(List.of(asked), Infos.EMPTY));

		assertThat(own).isEqualTo(key);
		assertThat(host.asked).singleElement().satisfies(query -> assertThat(query.keys()).containsExactly(key));
		assertThat(reply.status()).isEqualTo(Status.SUCCESS);
		assertThat(reply.infos().list()).containsExactly(Info.of(asked, new PmixValue.UInt32(7)));
	}

	@Test
	void query_withRefresh_prefersTheHost() throws PmixException {
		host.answer = Infos.EMPTY;
		assertThat(told(JobAttributes.JOB_SIZE, Info.of(QueryAttributes.QUERY_REFRESH_CACHE, true))).isEqualTo(3);
		assertThat(host.asked).hasSize(1);
	}

	@Test
	void query_ofAnUnknownApp_isNotFound() throws PmixException {
		host.answer = Infos.EMPTY;

		assertThat(ask(AppAttributes.APP_SIZE, Info.of(AppAttributes.APPNUM, 7)).status()).isEqualTo(Status.ERR_NOT_FOUND);
		assertThat(ask(ProcAttributes.LOCAL_RANK, Info.of(ProcAttributes.PROCID, Proc.of("elsewhere", 2))).status())
				.isEqualTo(Status.ERR_NOT_FOUND);
	}

	@Test
	void query_ofLocations_isAnswered() throws PmixException {
		assertThat(told(QueryAttributes.QUERY_RESOLVE_PEERS, Info.of(NodeAttributes.HOSTNAME, "node0")).procs()).containsExactly(RANK0,
				Proc.of("job", 1));
		assertThat(told(QueryAttributes.QUERY_RESOLVE_NODE)).isEqualTo("node0,node1");
		assertThat(told(QueryAttributes.QUERY_STABLE_ABI_VERSION)).isEqualTo("5.0");
		assertThat(told(QueryAttributes.QUERY_PROVISIONAL_ABI_VERSION)).isEqualTo("5.0");
	}

	@Test
	void query_serverUri_isAnsweredForItsNode() throws PmixException {
		String uri = server.core().uri();

		assertThat(told(ToolAttributes.SERVER_URI)).isEqualTo(uri);
		assertThat(told(LibraryAttributes.PROC_URI)).isEqualTo(uri);
		assertThat(told(ToolAttributes.SERVER_URI, Info.of(NodeAttributes.HOSTNAME, TestServer.NODE))).isEqualTo(uri);
		assertThat(ask(ToolAttributes.SERVER_URI, Info.of(NodeAttributes.HOSTNAME, "elsewhere")).infos().get(ToolAttributes.SERVER_URI))
				.isEmpty();
	}

	@Test
	void query_ofTheNamespaces_fallsBackToTheServer() throws PmixException {
		host.answer = Infos.EMPTY;
		server.greet(Hellos.tool(HelloFlag.TOOL_GIVEN_ID, Proc.of("tool", 0), Release.R61), Release.R61.format());
		assertThat(told(QueryAttributes.QUERY_NAMESPACES)).as("no tools").isEqualTo("job");

		host.answer = Infos.of(Info.of(QueryAttributes.QUERY_NAMESPACES, "job,remote"));
		assertThat(told(QueryAttributes.QUERY_NAMESPACES)).isEqualTo("job,remote");
	}

	@Test
	void query_ofSeveralKeys_passesOpenKeysToTheHost() throws PmixException {
		Infos qualifiers = Infos.of(Info.of(JobAttributes.NSPACE, "job"));
		Reply.InfosReply reply = ask(Release.R42, new Query(List.of("pmix.job.size", "host.key"), qualifiers),
				new Query(List.of("pmix.max.size"), qualifiers));

		assertThat(reply.status()).isEqualTo(Status.SUCCESS);
		assertThat(reply.infos().stream().map(Info::key)).containsExactlyInAnyOrder("pmix.job.size", "host.key", "pmix.max.size");
		assertThat(host.asked).containsExactly(new Query(List.of("host.key"), qualifiers));
	}

	@Test
	void query_partlyAnswered_hasTheStatusOfItsRelease() throws PmixException {
		Query query = new Query(List.of("host.key", "nobody.knows"), Infos.EMPTY);

		assertThat(ask(Release.R61, query).status()).isEqualTo(Status.ERR_PARTIAL_SUCCESS);
		assertThat(ask(Release.R42, query).status()).isEqualTo(Status.QUERY_PARTIAL_SUCCESS);
		assertThat(ask(Release.R42, query).infos()).isEqualTo(Infos.of(HOSTS));
	}

	@Test
	void query_oneKeyOfTwoJobs_needsTwoResults() throws PmixException {
		Query[] queries = { new Query(List.of("host.key"), Infos.of(Info.of(JobAttributes.NSPACE, "a"))),
				new Query(List.of("host.key"), Infos.of(Info.of(JobAttributes.NSPACE, "b"))) };

		assertThat(ask(Release.R61, queries).status()).isEqualTo(Status.ERR_PARTIAL_SUCCESS);
		host.answer = Infos.of(HOSTS, HOSTS);
		assertThat(ask(Release.R61, queries).status()).isEqualTo(Status.SUCCESS);
	}

	@Test
	void query_answeredInContainers_isComplete() throws PmixException {
		host.answer = Infos.of(Info.of(QueryAttributes.QUERY_RESULTS, DataArray.of(Infos.of(HOSTS))));

		assertThat(ask(Release.R61, new Query(List.of("host.key", "other.key"), Infos.EMPTY)).status()).isEqualTo(Status.SUCCESS);
	}

	@Test
	void query_emptyOrInvalid_isRefused() throws PmixException {
		assertThat(ask(Release.R61).status()).isEqualTo(Status.ERR_BAD_PARAM);
		assertThat(ask(Release.R61, new Query(List.of(), Infos.EMPTY)).status()).isEqualTo(Status.ERR_BAD_PARAM);
		assertThat(ask(JobAttributes.JOB_SIZE, Info.of(JobAttributes.NSPACE.key(), new PmixValue.UInt32(1))).status())
				.isEqualTo(Status.ERR_BAD_PARAM);
	}

	@Test
	void query_ofSupportedKeys_includesThoseOfTheHost() throws PmixException {
		assertThat(told(QueryAttributes.QUERY_SUPPORTED_KEYS).split(",")).contains("host.key", "pmix.qry.ns", "pmix.qry.attrs").isSorted();
	}

	@Test
	void query_ofHostAttributes_returnsFunctionsAndAttributes() throws PmixException {
		Infos functions = told(QueryAttributes.QUERY_ATTRIBUTE_SUPPORT,
				Info.of(QueryAttributes.HOST_ATTRIBUTES.key(), new PmixValue.Str("PMIx_Publish,PMIx_Abort"))).infos();

		assertThat(functions.stream().map(Info::key)).as("fewest attributes first").containsExactly("PMIx_Abort", "PMIx_Publish");
		assertThat(((DataArray) functions.value("PMIx_Publish").orElseThrow()).elements()).first()
				.isEqualTo(new RegisteredAttribute("PMIX_RANGE", "pmix.range", DataType.DATA_RANGE, List.of("data range")));
		assertThat(((DataArray) functions.value("PMIx_Abort").orElseThrow()).elements()).singleElement()
				.isEqualTo(new RegisteredAttribute("NONE", "", DataType.UNDEF, List.of("none")));
	}

	@Test
	void query_ofFunctions_hasTheLayoutOfTheRelease() throws PmixException {
		Query query = new Query(List.of("pmix.qry.attrs"), Infos.of(Info.of(QueryAttributes.HOST_FUNCTIONS.key(), PmixValue.Bool.TRUE)));

		assertThat(ask(Release.R61, query).infos().get(QueryAttributes.QUERY_ATTRIBUTE_SUPPORT).orElseThrow().infos()
				.get(QueryAttributes.HOST_FUNCTIONS).orElseThrow().split(",")).contains("PMIx_Publish", "PMIx_Abort");
		assertThat(ask(Release.R42, query).infos().get(QueryAttributes.HOST_FUNCTIONS).orElseThrow()).contains("PMIx_Publish");
	}

	@Test
	void query_ofServerAttributes_returnsThisServers() throws PmixException {
		assertThat(told(QueryAttributes.QUERY_ATTRIBUTE_SUPPORT, Info.of(QueryAttributes.SERVER_ATTRIBUTES.key(), PmixValue.Bool.TRUE)).infos()
				.stream().map(Info::key)).contains("PMIx_server_init", "PMIx_server_register_nspace");
		assertThat(told(QueryAttributes.QUERY_ATTRIBUTE_SUPPORT).infos().stream().map(Info::key)).contains("PMIx_server_init", "PMIx_Publish",
				"pmix.srvr.fns", "pmix.host.fns");
	}

	@Test
	void registerAttributes_twice_isRefused() throws PmixException {
		server.get(server.core().registerAttributes("PMIx_Log", List.of(KeyValueAttributes.TIMEOUT)));
		CompletableFuture<Void> again = server.core().registerAttributes("PMIx_Log", List.of());
		server.run();

		assertThat(again).isCompletedExceptionally();
		assertThat(((PmixException) again.exceptionNow()).status()).isEqualTo(Status.ERR_REPEAT_ATTR_REGISTRATION);
		assertThat(told(QueryAttributes.QUERY_ATTRIBUTE_SUPPORT, Info.of(QueryAttributes.HOST_ATTRIBUTES, "PMIx_Log")).infos().size())
				.isEqualTo(1);
	}

	@Test
	void query_processSets_returnsNamesAndMembers() throws PmixException {
		server.get(server.core().data().defineProcessSet("odd", List.of(Proc.of("job", 1))));
		server.get(server.core().data().defineProcessSet("all", List.of(Proc.wildcard("job"))));

		assertThat(told(GroupAttributes.QUERY_NUM_PSETS)).isEqualTo(2);
		assertThat(told(GroupAttributes.QUERY_PSET_NAMES)).isEqualTo("odd,all");
		assertThat(told(GroupAttributes.QUERY_PSET_MEMBERSHIP, Info.of(GroupAttributes.PSET_NAME, "odd")).procs())
				.containsExactly(Proc.of("job", 1));
		assertThat(ask(GroupAttributes.QUERY_PSET_MEMBERSHIP).status()).isEqualTo(Status.ERR_BAD_PARAM);
		assertThat(told(GroupAttributes.QUERY_NUM_GROUPS)).isZero();
	}
}
