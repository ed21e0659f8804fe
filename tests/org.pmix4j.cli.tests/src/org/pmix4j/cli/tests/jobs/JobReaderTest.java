// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.tests.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

import org.junit.jupiter.api.Test;
import org.pmix4j.cli.internal.jobs.JobEntry;
import org.pmix4j.cli.internal.jobs.JobReader;
import org.pmix4j.cli.internal.jobs.SessionReport;
import org.pmix4j.cli.internal.report.JsonText;
import org.pmix4j.job.Node;
import org.pmix4j.job.RankProcess;
import org.pmix4j.job.Session;
import org.pmix4j.job.events.RankStop;
import org.pmix4j.job.inspection.Inspection;
import org.pmix4j.job.inspection.InspectionKeys;
import org.pmix4j.job.inspection.SessionInspection;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataType;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.ProcInfo;
import org.pmix4j.model.ProcState;
import org.pmix4j.model.Query;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.LevelAttributes;
import org.pmix4j.model.attributes.QueryAttributes;

/** Tests {@link JobReader} with the answers of a simulated server. */
class JobReaderTest {
	private static final ProcInfo FIRST = new ProcInfo(Proc.of("a@1", 0), "n1", "/bin/a", 10, ProcState.RUNNING);
	private static final ProcInfo SECOND = new ProcInfo(Proc.of("a@1", 1), "n2", "/bin/b", 11, ProcState.CONNECTED);

	private static final Proc OURS = Proc.of("p4j-0123456789abcde@0", 0);

	private final JobReader reader = new JobReader(OURS, this::answer);
	private String namespaces = "a@1,gone@2";
	private boolean tellsCommands = true;
	private final Map<Proc, RankStop> stops = new HashMap<>();

	private Infos answer(Query query) throws PmixException {
		String key = query.keys().get(0);
		if (key.equals(QueryAttributes.QUERY_NAMESPACES.key())) {
			return Infos.EMPTY.with(QueryAttributes.QUERY_NAMESPACES, namespaces);
		}
		if (key.equals(InspectionKeys.STOPS.key())) {
			return Infos.of(Inspection.tellStops(stops.keySet().stream().<RankProcess>map(proc -> (RankProcess) Proxy.newProxyInstance(
					JobReaderTest.class.getClassLoader(), new Class<?>[]{RankProcess.class},
					(proxy, method, arguments) -> method.getName().equals("stop") ? Optional.of(stops.get(proc)) : proc)).toList()));
		}
		if (key.equals(QueryAttributes.QUERY_NAMESPACE_INFO.key()) && tellsCommands) {
			Info job = Info.of(LevelAttributes.JOB_INFO_ARRAY,
					DataArray.of(Infos.of(Info.of(JobAttributes.NSPACE, "a@1"), Info.of(JobAttributes.CMD_LINE, "a -x : b"))));
			return Infos.EMPTY.with(QueryAttributes.QUERY_NAMESPACE_INFO, DataArray.of(Infos.of(job)));
		}
		if (key.equals(QueryAttributes.QUERY_PROC_TABLE.key()) && query.qualifiers().get(JobAttributes.NSPACE).equals(Optional.of("a@1"))) {
			return Infos.EMPTY.with(QueryAttributes.QUERY_PROC_TABLE, new DataArray(DataType.PROC_INFO, List.<PmixValue>of(SECOND, FIRST)));
		}
		throw new PmixException(key.equals(QueryAttributes.QUERY_PROC_TABLE.key()) ? Status.ERR_NOT_FOUND : Status.ERR_NOT_SUPPORTED, key);
	}

	@Test
	void jobs_all_leavesOutThoseThatEndMeanwhile() throws PmixException {
		assertThat(reader.jobs(List.of())).containsExactly(new JobEntry("a@1", "a -x : b", List.of(FIRST, SECOND), Map.of()));
	}

	@Test
	void jobs_commandsUntold_areTheExecutables() throws PmixException {
		tellsCommands = false;

		assertThat(reader.jobs(List.of("a@1"))).singleElement().extracting(JobEntry::command).isEqualTo("/bin/a : /bin/b");
	}

	@Test
	void jobs_none_isEmpty() throws PmixException {
		namespaces = "";

		assertThat(reader.jobs(List.of())).isEmpty();
		assertThatThrownBy(() -> reader.jobs(List.of("x"))).hasMessage("no job x runs there; there are no jobs");
	}

	@Test
	void allocations_ofAnEarlierRelease_areUntold() throws PmixException {
		assertThat(reader.allocations()).isEmpty();
		assertThat(new JobReader(Proc.of("prterun-n1-77@0", 0), query -> {
			throw new AssertionError("the key is ours");
		}).allocations()).isEmpty();
	}

	@Test
	void sessions_areThoseOfAServerOfOurs() throws PmixException {
		Session first = new Session(1, List.of(new Node(0, "n1", 4), new Node(1, "n2", 2)));
		Session other = new Session(-2, Optional.of("extra"), Optional.empty(), Session.State.PAUSED, List.of(new Node(0, "n1", 4)), 1,
				Optional.of(Proc.of("a@1", 0)), OptionalInt.empty(), List.of(), List.of("a@2", "a@3"), Optional.empty());
		JobReader.Server told = query -> Infos.of(SessionInspection.tell(List.of(first, other)));

		assertThat(new JobReader(OURS, told).sessions()).containsExactly(first, other);
		assertThat(new JobReader(Proc.of("prterun-n1-77@0", 0), told).sessions()).isEmpty();
		assertThat(reader.sessions()).as("of an earlier release").isEmpty();
		assertThat(SessionReport.line(first)).isEqualTo("session 1: active, 6 slots on n1,n2, no jobs");
		assertThat(SessionReport.line(other)).isEqualTo("session 4294967294 of allocation extra: paused, 1 slot on n1, jobs a@2, a@3");
		assertThat(JsonText.of(SessionReport.json(other))).isEqualTo("{\"session\":4294967294,\"allocation\":\"extra\",\"state\":\"paused\","
				+ "\"slots\":1,\"hosts\":[\"n1\"],\"namespaces\":[\"a@2\",\"a@3\"]}");
	}

	@Test
	void jobs_unknown_namesThoseThatRun() {
		assertThatThrownBy(() -> reader.jobs(List.of("x"))).hasMessage("no job x runs there; jobs are a@1, gone@2");
	}

	@Test
	void require_unknownRank_namesRanks() throws PmixException {
		reader.require(Proc.of("a@1", 1));
		reader.require(Proc.wildcard("a@1"));

		assertThatThrownBy(() -> reader.require(Proc.of("a@1", 2))).hasMessage("job a@1 has no rank 2; its ranks are 0, 1");
	}

	@Test
	void state_ofDifferentRanks_countsThem() {
		assertThat(new JobEntry("a", "", List.of(FIRST, SECOND), Map.of()).state()).isEqualTo("1 running, 1 connected");
		assertThat(new JobEntry("a", "", List.of(FIRST, FIRST), Map.of()).state()).isEqualTo("running");
		assertThat(new JobEntry("a", "", List.of(), Map.of()).state()).isEmpty();
	}

	@Test
	void json_hasThePromisedFields() {
		assertThat(JsonText.of(new JobEntry("a@1", "a", List.of(FIRST), Map.of()).json())).isEqualTo("{\"namespace\":\"a@1\",\"size\":1,"
				+ "\"state\":\"running\",\"command\":\"a\",\"ranks\":[{\"rank\":0,\"host\":\"n1\",\"pid\":10,\"state\":\"running\","
				+ "\"executable\":\"/bin/a\"}]}");
	}

	@Test
	void stops_areStatesOfRanks() throws PmixException {
		stops.put(FIRST.proc(), new RankStop(20, Instant.now()));

		JobEntry job = reader.jobs(List.of()).get(0);

		assertThat(job.state()).isEqualTo("1 stopped, 1 connected");
		assertThat(JsonText.of(job.json())).contains("\"pid\":10,\"state\":\"stopped\",\"executable\":\"/bin/a\",\"signal\":\"SIGTSTP\"}");
	}

	@Test
	void stops_ofAnotherServer_areNotRequested() throws PmixException {
		stops.put(FIRST.proc(), new RankStop(20, Instant.now()));

		assertThat(new JobReader(Proc.of("prte-1@0", 0), this::answer).jobs(List.of()).get(0).stops()).isEmpty();
	}
}
