// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Envar;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.attributes.AllocAttributes;
import org.pmix4j.model.attributes.LevelAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.ServerAttributes;
import org.pmix4j.model.attributes.SpawnAttributes;
import org.pmix4j.server.internal.core.ServerData;
import org.pmix4j.wire.internal.message.JobRequest;
import org.pmix4j.wire.internal.message.Reply;
import org.pmix4j.wire.internal.message.ReplyKind;

/** Tests data for all jobs, and settings that a launcher's server collects for those of the nodes. */
class ResourceTest {
	private static final Map<String, String> LAUNCHER = Map.of("PATH", "/bin", "OMPI_MCA_btl", "tcp", "OMPI_COMM_WORLD_RANK", "3",
			"PMIX_MCA_gds", "hash", "PMIX_RANK", "3", "UCX_TLS", "sm", "HOME", "/root");

	@RegisterExtension
	private final ServerLog log = new ServerLog();
	private final TestServer server;
	private final ServerData data;

	ResourceTest() throws PmixException {
		server = TestServer.open();
		data = server.core().data();
	}

	private List<String> told(String job) throws PmixException {
		TestPeer peer = server.connect(job, 0);
		Reply.JobInfoReply reply = peer.ask(JobRequest.JobInfoRequest.INSTANCE, ReplyKind.JOB_INFO);
		return JobDataText.plain(JobDataText.lines(reply.data(), peer.format()));
	}

	private static Info number(String key, int number) {
		return Info.of(key, new PmixValue.UInt32(number));
	}

	private static Info node(String name, int size) {
		return Info.of(LevelAttributes.NODE_INFO_ARRAY,
				DataArray.of(Infos.of(Info.of(NodeAttributes.HOSTNAME, name), Info.of(NodeAttributes.NODE_SIZE, size))));
	}

	@Test
	void resources_areSentToEarlierAndLaterJobs() throws PmixException {
		server.job("before", 1);
		server.get(data.registerResources(Infos.of(number("my.key", 7))));
		server.job("after", 1);

		assertThat(told("before")).contains("my.key=7", "pmix.job.size=1");
		assertThat(told("after")).contains("my.key=7", "pmix.job.size=1");
	}

	@Test
	void resources_jobDataTakesPrecedence() throws PmixException {
		server.get(data.registerResources(Infos.of(number("pmix.job.size", 9), number("my.key", 1))));
		server.job("job", 2);

		assertThat(told("job")).contains("pmix.job.size=2", "my.key=1");
	}

	@Test
	void resources_registeredAgain_areReplaced() throws PmixException {
		server.job("job", 1);
		server.get(data.registerResources(Infos.of(number("my.key", 1), node("a", 1), node("b", 2))));
		server.get(data.registerResources(Infos.of(number("my.key", 2), node("b", 3))));

		assertThat(told("job")).contains("my.key=2", "pmix.node.arr a: pmix.node.size=1", "pmix.node.arr b: pmix.node.size=3")
				.doesNotContain("my.key=1");
	}

	@Test
	void resources_deregistered_areRemoved() throws PmixException {
		server.job("job", 1);
		server.get(data.registerResources(Infos.of(number("my.key", 1), number("other", 2))));
		server.get(data.deregisterResources(Set.of("my.key", "unknown")));

		assertThat(told("job")).contains("other=2").doesNotContain("my.key=1");
	}

	@Test
	void resources_arrayWithoutSubject_isRefusedAndChangesNothing() throws PmixException {
		server.get(data.registerResources(Infos.of(number("my.key", 1))));
		Info nameless = Info.of(LevelAttributes.PROC_INFO_ARRAY, DataArray.of(Infos.of(number("x", 1))));

		assertThatThrownBy(() -> server.get(data.registerResources(Infos.of(nameless)))).isInstanceOf(PmixException.class);
		server.job("job", 1);
		assertThat(told("job")).contains("my.key=1");
	}

	@Test
	void setup_variables_reachTheProcessesOfTheJob() throws PmixException {
		Infos gathered = server.get(data.setupApplication(Infos.of(Info.of(ServerAttributes.SETUP_APP_ENVARS, true)), LAUNCHER));
		server.get(data.setupLocalSupport("job", gathered));

		assertThat(server.core().environment(Proc.of("job", 0))).containsEntry("OMPI_MCA_btl", "tcp").containsEntry("PMIX_MCA_gds", "hash")
				.containsEntry("UCX_TLS", "sm").containsEntry("PMIX_RANK", "0")
				.doesNotContainKeys("OMPI_COMM_WORLD_RANK", "PATH", "HOME", "OMPI_MCA_orte_precondition_transports");
		assertThat(server.core().environment(Proc.of("other", 0))).doesNotContainKey("UCX_TLS");
	}

	@Test
	void setup_withoutDirective_gathersNothing() throws PmixException {
		assertThat(server.get(data.setupApplication(Infos.EMPTY, LAUNCHER)).isEmpty()).isTrue();
	}

	@Test
	void setup_fabricKey_differsBetweenJobs() throws PmixException {
		Infos wanted = Infos.of(Info.of(AllocAttributes.ALLOC_FABRIC,
				DataArray.of(Infos.of(Info.of(AllocAttributes.ALLOC_FABRIC_SEC_KEY.key(), PmixValue.Bool.TRUE)))));
		Infos first = server.get(data.setupApplication(wanted, LAUNCHER));
		Infos second = server.get(data.setupApplication(wanted, LAUNCHER));

		assertThat(first.get(SpawnAttributes.SET_ENVAR).orElseThrow().value()).matches("[0-9a-f]{16}-[0-9a-f]{16}");
		assertThat(second).isNotEqualTo(first);
	}

	@Test
	void setup_directive_gathersItsKindOrAll() throws PmixException {
		Infos variables = server.get(data.setupApplication(Infos.of(Info.of(ServerAttributes.SETUP_APP_ENVARS, true)), LAUNCHER));
		Infos others = server.get(data.setupApplication(Infos.of(Info.of(ServerAttributes.SETUP_APP_NONENVARS, true)), LAUNCHER));
		Infos all = server.get(data.setupApplication(Infos.of(Info.of(ServerAttributes.SETUP_APP_ALL, true)), LAUNCHER));

		assertThat(variables.isEmpty()).isFalse();
		assertThat(others.size()).as("the fabric key").isEqualTo(1);
		assertThat(all.list()).hasSize(variables.size() + 1).containsAll(variables.list());
	}

	@Test
	void setup_repeated_isMergedAndEndsWithTheJob() throws PmixException {
		server.job("job", 1);
		server.get(data.setupLocalSupport("job", Infos.of(Info.of(SpawnAttributes.SET_ENVAR, new Envar("ONE", "1", '\0')))));
		server.get(data.setupLocalSupport("job", Infos.of(Info.of(SpawnAttributes.SET_ENVAR, new Envar("TWO", "2", '\0')),
				number("of.another.kind", 1))));
		assertThat(server.core().environment(Proc.of("job", 0))).containsEntry("ONE", "1").containsEntry("TWO", "2");
		server.get(server.core().deregisterNamespace("job"));

		assertThat(server.core().environment(Proc.of("job", 0))).doesNotContainKeys("ONE", "TWO");
		assertThat(server.dump()).doesNotContain("setup");
	}

	@Test
	void setup_variableOfTheWrongType_isRefused() {
		assertThatThrownBy(() -> server.get(data.setupLocalSupport("job", Infos.of(number(SpawnAttributes.SET_ENVAR.key(), 1)))))
				.isInstanceOf(PmixException.class).hasMessageContaining("PMIX_SET_ENVAR");
	}

	@Test
	void inventory_ofOneNode_isKnownOnAnother() throws PmixException {
		Infos inventory = server.get(data.collectInventory());
		TestServer other = TestServer.onNode("elsewhere");
		other.get(other.core().data().registerResources(inventory));
		other.job("job", 1);
		TestPeer peer = other.connect("job", 0);
		Reply.JobInfoReply reply = peer.ask(JobRequest.JobInfoRequest.INSTANCE, ReplyKind.JOB_INFO);

		assertThat(JobDataText.plain(JobDataText.lines(reply.data(), peer.format())))
				.anyMatch(line -> line.startsWith("pmix.node.arr " + TestServer.NODE));
	}
}
