// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

import org.junit.jupiter.api.Test;
import org.pmix4j.host.internal.query.JobAnswers;
import org.pmix4j.host.internal.session.Sessions;
import org.pmix4j.host.internal.site.SiteService;
import org.pmix4j.host.internal.usage.UsageReport;
import org.pmix4j.host.internal.usage.UsageSource;
import org.pmix4j.host.tests.node.SimulatedNode;
import org.pmix4j.job.ExitOutcome;
import org.pmix4j.job.Job;
import org.pmix4j.job.RankState;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataType;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.JobState;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.ProcInfo;
import org.pmix4j.model.ProcState;
import org.pmix4j.model.Query;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.attributes.QueryAttributes;
import org.pmix4j.model.attributes.StatisticsAttributes;

/** The answers of a host to queries about its jobs. */
class JobAnswersTest {
	private static final Proc ASKER = Proc.of("job", 0);
	private static final int OWN_PID = (int) ProcessHandle.current().pid();

	private final List<Job> jobs = new ArrayList<>();
	private final Sessions sessions = new Sessions(new SimulatedNode(FakeRank.HERE));
	private final JobAnswers answers = new JobAnswers(() -> jobs, () -> Optional.of(sessions), Optional::empty,
			new UsageReport(node -> UsageSource.ofThisSystem(), () -> jobs, sessions::nodes), SiteService.undescribed());
	private final Job job = new FakeJob("job", JobState.RUNNING,
			List.of(new FakeRank(ASKER, RankState.CONNECTED, Optional.empty(), OptionalInt.of(OWN_PID)),
					new FakeRank(Proc.of("job", 1), RankState.ENDED, Optional.of(new ExitOutcome(ExitOutcome.Cause.NON_ZERO_EXIT, 3, "exited with 3")),
							OptionalInt.of(7))));

	JobAnswersTest() throws IOException {
		sessions.open(List.of(sessions.home()));
		jobs.add(job);
	}

	private Infos ask(List<Attribute<?>> keys, Info... qualifiers) throws PmixException {
		return answers.answer(ASKER, List.of(new Query(keys.stream().map(Attribute::key).toList(), Infos.of(qualifiers))));
	}

	private <T> T told(Attribute<T> key, Info... qualifiers) throws PmixException {
		return ask(List.of(key), qualifiers).get(key).orElseThrow();
	}

	private Infos array(Attribute<?> key, Info... qualifiers) throws PmixException {
		return ((DataArray) ask(List.of(key), qualifiers).value(key.key()).orElseThrow()).infos();
	}

	@Test
	void answer_namespaces_listsJobsUntilTheyEnd() throws PmixException {
		jobs.add(new FakeJob("second", JobState.LAUNCH_UNDERWAY, List.of()));
		assertThat(told(QueryAttributes.QUERY_NAMESPACES)).isEqualTo("job,second");
		jobs.remove(job);
		assertThat(told(QueryAttributes.QUERY_NAMESPACES)).isEqualTo("second");
	}

	@Test
	void answer_processTable_describesEachProcess() throws PmixException {
		DataArray table = told(QueryAttributes.QUERY_PROC_TABLE);

		assertThat(table.elementType()).isEqualTo(DataType.PROC_INFO);
		assertThat(table.elements().get(0)).isInstanceOfSatisfying(ProcInfo.class, first -> {
			assertThat(first.proc()).isEqualTo(ASKER);
			assertThat(first.hostname()).isEqualTo("here");
			assertThat(first.executable()).startsWith("/").endsWith("/sh");
			assertThat(first.pid()).isEqualTo(OWN_PID);
			assertThat(first.state()).isEqualTo(ProcState.CONNECTED);
		});
		assertThat(((ProcInfo) table.elements().get(1)).state()).isEqualTo(ProcState.TERM_NON_ZERO);
		assertThat(told(QueryAttributes.QUERY_LOCAL_PROC_TABLE)).isEqualTo(table);
	}

	@Test
	void answer_namespaceInfo_givesNameAndCommand() throws PmixException {
		Infos described = told(QueryAttributes.QUERY_NAMESPACE_INFO).infos();

		Infos first = ((DataArray) described.list().get(0).value()).infos();
		assertThat(first.get(JobAttributes.NSPACE)).contains("job");
		assertThat(first.get(JobAttributes.CMD_LINE)).contains("sh -c true");
		assertThat(first.get(JobAttributes.JOB_SIZE)).contains(2);
	}

	@Test
	void answer_allocation_givesNodesAndSlots() throws PmixException {
		Infos allocation = array(QueryAttributes.QUERY_ALLOCATION);
		Infos node = ((DataArray) allocation.list().get(0).value()).infos();

		assertThat(node.get(NodeAttributes.HOSTNAME)).contains(FakeRank.HERE.name());
		assertThat(node.get(JobAttributes.NUM_SLOTS)).contains(FakeRank.HERE.slots());
		assertThat(told(JobAttributes.NUM_SLOTS)).isEqualTo(FakeRank.HERE.slots());
		assertThat(told(JobAttributes.NUM_SLOTS, Info.of(NodeAttributes.HOSTNAME, FakeRank.HERE.name()))).isEqualTo(FakeRank.HERE.slots());
		assertThatThrownBy(() -> told(JobAttributes.NUM_SLOTS, Info.of(NodeAttributes.HOSTNAME, "elsewhere")))
				.isInstanceOf(PmixException.class).hasMessageContaining("no such node");
	}

	@Test
	void answer_status_givesStateOfJobAndProcess() throws PmixException {
		Info second = Info.of(ProcAttributes.PROCID, Proc.of("job", 1));

		assertThat(told(QueryAttributes.QUERY_JOB_STATUS)).isEqualTo(Status.EVENT_JOB_START);
		assertThat(told(ProcAttributes.PROC_STATE_STATUS, second)).isEqualTo(ProcState.TERM_NON_ZERO);
		assertThat(told(ProcAttributes.EXIT_CODE, second)).isEqualTo(3);
		assertThat(told(ProcAttributes.PROC_PID, Info.of(ProcAttributes.RANK, Rank.of(0)))).isEqualTo(OWN_PID);
		assertThat(told(QueryAttributes.QUERY_AVAILABLE_SLOTS)).isEqualTo(2);
	}

	@Test
	void answer_memory_isPositive() throws PmixException {
		Infos node = told(QueryAttributes.QUERY_MEMORY_USAGE).infos();
		Infos process = told(QueryAttributes.QUERY_MEMORY_USAGE, Info.of(ProcAttributes.PROCID, ASKER)).infos();

		assertThat(node.get(NodeAttributes.CLIENT_AVG_MEMORY).orElseThrow()).isPositive();
		assertThat(node.get(NodeAttributes.DAEMON_MEMORY).orElseThrow()).isPositive();
		assertThat(process.get(StatisticsAttributes.PROC_RSS).orElseThrow())
				.isGreaterThanOrEqualTo(process.get(StatisticsAttributes.PROC_PSS).orElseThrow());
	}

	@Test
	void answer_processUsage_describesOneOrAllRunningProcesses() throws PmixException {
		Infos one = array(QueryAttributes.QUERY_PROC_RESOURCE_USAGE, Info.of(ProcAttributes.PROCID, ASKER));
		Infos all = array(QueryAttributes.QUERY_PROC_RESOURCE_USAGE);

		assertThat(one.get(ProcAttributes.PROCID)).contains(ASKER);
		assertThat(one.get(StatisticsAttributes.PROC_RSS).orElseThrow()).isPositive();
		assertThat(all.stream().map(Info::key)).containsExactly(StatisticsAttributes.PROC_RESOURCE_USAGE.key());
		assertThat(array(QueryAttributes.QUERY_PROC_RESOURCE_USAGE, Info.of(NodeAttributes.HOSTNAME, "there")).isEmpty()).isTrue();
		assertThatExceptionOfType(PmixException.class)
				.isThrownBy(() -> array(QueryAttributes.QUERY_PROC_RESOURCE_USAGE, Info.of(ProcAttributes.PROCID, Proc.of("job", 1))))
				.matches(e -> e.status().equals(Status.ERR_NOT_FOUND));
	}

	@Test
	void answer_nodeUsage_describesOneOrAllNodesOfTheJob() throws PmixException {
		Infos one = array(QueryAttributes.QUERY_NODE_RESOURCE_USAGE, Info.of(NodeAttributes.HOSTNAME, "here"));
		Infos all = array(QueryAttributes.QUERY_NODE_RESOURCE_USAGE);

		assertThat(one.get(NodeAttributes.HOSTNAME)).contains("here");
		assertThat(all.stream().map(Info::key)).containsExactly(StatisticsAttributes.NODE_RESOURCE_USAGE.key());
		assertThatExceptionOfType(PmixException.class)
				.isThrownBy(() -> array(QueryAttributes.QUERY_NODE_RESOURCE_USAGE, Info.of(NodeAttributes.NODEID, 1)))
				.matches(e -> e.status().equals(Status.ERR_NOT_FOUND));
	}

	@Test
	void answer_unknownKey_isLeftOutOrRefused() throws PmixException {
		assertThat(ask(List.of(QueryAttributes.QUERY_QUEUE_LIST, QueryAttributes.QUERY_NAMESPACES)).size()).isEqualTo(1);
		assertThatExceptionOfType(PmixException.class).isThrownBy(() -> told(QueryAttributes.QUERY_QUEUE_LIST))
				.matches(e -> e.status().equals(Status.ERR_NOT_SUPPORTED));
		for (Attribute<?> key : List.of(QueryAttributes.QUERY_PROC_TABLE, QueryAttributes.QUERY_QUEUE_LIST)) {
			assertThatExceptionOfType(PmixException.class).isThrownBy(() -> told(key, Info.of(JobAttributes.NSPACE, "elsewhere")))
					.matches(e -> e.status().equals(Status.ERR_NOT_FOUND));
		}
	}

	@Test
	void answer_spawnAndDebugSupport_listsKeys() throws PmixException {
		Infos told = ask(List.of(QueryAttributes.QUERY_SPAWN_SUPPORT, QueryAttributes.QUERY_DEBUG_SUPPORT));

		assertThat(told.get(QueryAttributes.QUERY_SPAWN_SUPPORT).orElseThrow().split(",")).contains("pmix.wdir", "pmix.mapby");
		assertThat(told.get(QueryAttributes.QUERY_DEBUG_SUPPORT).orElseThrow().split(",")).contains("pmix.dbg.init", "pmix.dbg.notify");
	}
}
