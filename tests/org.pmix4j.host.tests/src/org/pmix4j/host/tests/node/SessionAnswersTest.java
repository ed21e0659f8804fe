// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pmix4j.host.tests.node.SessionHost.TOOL;
import static org.pmix4j.host.tests.node.SessionHost.assertFailed;

import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.host.internal.session.SessionRun;
import org.pmix4j.job.Session;
import org.pmix4j.job.inspection.InspectionKeys;
import org.pmix4j.job.inspection.SessionInspection;
import org.pmix4j.model.AllocDirective;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataType;
import org.pmix4j.model.DeviceType;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Query;
import org.pmix4j.model.ResourceBlockDirective;
import org.pmix4j.model.ResourceUnit;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.AllocAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.LevelAttributes;
import org.pmix4j.model.attributes.QueryAttributes;

/** Answers about allocations and resource blocks. */
class SessionAnswersTest {
	private static final Info TWO = Info.of(AllocAttributes.ALLOC_NUM_CPUS, 2L);

	private final SessionHost host;

	SessionAnswersTest(@TempDir Path directory) throws Exception {
		host = new SessionHost(directory);
	}

	@AfterEach
	void close() {
		host.close();
	}

	private static Info name(String name) {
		return Info.of(AllocAttributes.ALLOC_ID, name);
	}

	private CompletableFuture<Infos> query(Proc requester, Attribute<?> key, Info... qualifiers) {
		CompletableFuture<Infos> answer = host
				.call(() -> host.host.upcalls.query(requester, List.of(new Query(List.of(key.key()), Infos.of(qualifiers)))));
		host.await(answer::isDone);
		return answer;
	}

	private <T> T told(Proc requester, Attribute<T> key, Info... qualifiers) throws PmixException {
		return query(requester, key, qualifiers).join().get(key).orElseThrow();
	}

	@Test
	void status_ofARequest_followsIt() throws Exception {
		host.allocated(TOOL, name("first"), Info.of(AllocAttributes.ALLOC_NUM_CPUS, 4L));
		host.allocate(TOOL, AllocDirective.NEW, name("second"), Info.of(AllocAttributes.ALLOC_REQ_ID, "mine"), TWO);

		assertThat(told(TOOL, QueryAttributes.QUERY_ALLOC_STATUS, name("first"))).isEqualTo("ACTIVE");
		assertThat(told(TOOL, QueryAttributes.QUERY_ALLOC_STATUS, Info.of(AllocAttributes.ALLOC_REQ_ID, "mine"))).isEqualTo("WAITING");
		assertFailed(query(TOOL, QueryAttributes.QUERY_ALLOC_STATUS, name("third")), Status.ERR_NOT_FOUND, "no such allocation");
		assertFailed(query(TOOL, QueryAttributes.QUERY_ALLOC_STATUS), Status.ERR_BAD_PARAM, "PMIX_ALLOC_REQ_ID");
	}

	@Test
	void sessions_areListedWithTheirJobs() throws Exception {
		SessionRun mine = host.allocated(TOOL, name("mine"), TWO, Info.of(AllocAttributes.ALLOC_TIME, "1:00:00"));
		String inside = host.spawn(TOOL, 1, name("mine")).join();
		String outside = host.launch(1).nspace();

		List<Session> sessions = SessionInspection.sessions(query(TOOL, InspectionKeys.SESSIONS).join()).orElseThrow();

		assertThat(sessions).hasSize(2);
		assertThat(sessions.get(0)).isEqualTo(host.host.sessions.main().session());
		assertThat(sessions.get(1)).usingRecursiveComparison().ignoringFields("deadline").isEqualTo(mine.session());
		assertThat(sessions.get(0).isDefault()).isTrue();
		assertThat(sessions.get(0).jobs()).containsExactly(outside);
		assertThat(sessions.get(1).isDefault()).isFalse();
		assertThat(sessions.get(1).jobs()).containsExactly(inside);
		assertThat(sessions.get(1).deadline()).contains(mine.session().deadline().orElseThrow().truncatedTo(ChronoUnit.MILLIS));
	}

	@Test
	void timeRemaining_isThatOfTheSession() throws Exception {
		host.allocated(TOOL, name("mine"), TWO, Info.of(AllocAttributes.ALLOC_TIME, "1:00:00"));
		Proc rank = Proc.of(host.spawn(TOOL, 1, name("mine")).join(), 0);

		assertThat(told(rank, AllocAttributes.TIME_REMAINING)).isBetween(3500, 3600);
		assertFailed(query(TOOL, AllocAttributes.TIME_REMAINING), Status.ERR_NOT_FOUND, "no time limit");
	}

	@Test
	void allocations_areListedWithTheirProperties() throws Exception {
		host.allocated(TOOL, name("mine"), TWO);

		assertThat(told(TOOL, QueryAttributes.QUERY_ALLOC_IDS).infos().list()).containsExactly(name("mine"));
		assertThat(told(TOOL, QueryAttributes.QUERY_ALLOC_PROPERTIES, name("mine")).infos().get(AllocAttributes.ALLOC_NUM_CPUS)).contains(2L);
		assertThat(told(TOOL, QueryAttributes.QUERY_ALLOC_PROPERTIES, name("mine"),
				Info.of(AllocAttributes.ALLOC_PROPERTY, "PMIX_ALLOC_PREEMPTIBLE")).infos().list())
				.containsExactly(Info.of(AllocAttributes.ALLOC_PREEMPTIBLE, false));
		assertFailed(query(TOOL, QueryAttributes.QUERY_ALLOC_PROPERTIES, name("mine"), Info.of(AllocAttributes.ALLOC_PROPERTY, "color")),
				Status.ERR_NOT_FOUND, "color");
	}

	@Test
	void allocation_named_hasItsSlots() throws Exception {
		host.allocated(TOOL, name("mine"), TWO);

		Infos node = ((DataArray) told(TOOL, QueryAttributes.QUERY_ALLOCATION, name("mine")).infos()
				.value(LevelAttributes.NODE_INFO_ARRAY.key()).orElseThrow()).infos();
		assertThat(node.get(JobAttributes.NUM_SLOTS)).contains(2);
		assertThat(told(TOOL, JobAttributes.NUM_SLOTS, name("mine"))).isEqualTo(2);
	}

	@Test
	void availableSlots_areThoseOfTheSession() throws Exception {
		host.allocated(TOOL, name("mine"), Info.of(AllocAttributes.ALLOC_NUM_CPUS, 3L));
		Proc rank = Proc.of(host.spawn(TOOL, 1, name("mine")).join(), 0);

		assertThat(told(rank, QueryAttributes.QUERY_AVAILABLE_SLOTS)).isEqualTo(2);
		assertThat(told(TOOL, QueryAttributes.QUERY_AVAILABLE_SLOTS)).isEqualTo(1);
	}

	@Test
	void minimumUnit_isOneProcessor() throws Exception {
		assertThat(told(TOOL, QueryAttributes.QUERY_MIN_ALLOC_UNIT).infos().get(AllocAttributes.ALLOC_NUM_CPUS)).contains(1L);
	}

	@Test
	void blocks_areListedAndDescribed() throws Exception {
		ResourceUnit two = new ResourceUnit(DeviceType.CPU, 2);
		host.call(() -> host.host.upcalls.resourceBlock(TOOL, ResourceBlockDirective.DEFINE, "pair", List.of(two), Infos.EMPTY)).join();

		assertThat(told(TOOL, QueryAttributes.QUERY_RES_BLOCKS).elements()).containsExactly(new PmixValue.Str("pair"));
		assertThat(told(TOOL, QueryAttributes.QUERY_RES_BLOCK_DEF, Info.of(QueryAttributes.RESOURCE_BLOCK_NAME, "pair")))
				.isEqualTo(new DataArray(DataType.RESOURCE_UNIT, List.of(two)));
		assertFailed(query(TOOL, QueryAttributes.QUERY_RES_BLOCK_DEF, Info.of(QueryAttributes.RESOURCE_BLOCK_NAME, "none")),
				Status.ERR_NOT_FOUND, "'none'");
	}
}
