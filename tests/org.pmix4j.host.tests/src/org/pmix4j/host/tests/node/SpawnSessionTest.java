// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pmix4j.host.tests.node.SessionHost.TOOL;
import static org.pmix4j.host.tests.node.SessionHost.assertFailed;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmix4j.host.internal.session.SessionRun;
import org.pmix4j.model.Info;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.AllocAttributes;
import org.pmix4j.model.attributes.SessionAttributes;

/**
 * Tests spawns that ask for resources: the job runs in a session of its own, on a node with four slots.
 *
 * @see "PMIx Standard, chapter Process Management, PMIx_Spawn: PMIX_ALLOC_NUM_CPUS and others"
 */
class SpawnSessionTest {
	private static final Info TWO = Info.of(AllocAttributes.ALLOC_NUM_CPUS, 2L);

	private final SessionHost host;

	SpawnSessionTest(@TempDir Path directory) throws Exception {
		host = new SessionHost(directory);
	}

	@AfterEach
	void close() {
		host.close();
	}

	/** Returns the session of a job that has one of its own. */
	private SessionRun sessionOf(String nspace) {
		return host.host.sessions.all().stream().filter(session -> session.session().jobs().contains(nspace)).findFirst().orElseThrow();
	}

	@Test
	void processors_given_areHeldUntilTheJobEnds() {
		String nspace = host.spawn(TOOL, 1, TWO.required()).join();

		assertThat(sessionOf(nspace).session().slots()).isEqualTo(2);
		assertThat(host.freeSlots()).isEqualTo(2);
		host.exitAll();
		host.await(() -> host.host.sessions.all().size() == 1);
		assertThat(host.freeSlots()).isEqualTo(4);
	}

	private static List<Info> open() {
		return List.of(Info.of(AllocAttributes.ALLOC_TIME.key(), new PmixValue.Str("10:00")), Info.of(AllocAttributes.ALLOC_QUEUE, "default"),
				Info.of(AllocAttributes.ALLOC_EXCLUDE, "elsewhere"));
	}

	@ParameterizedTest
	@MethodSource("open")
	void noAmount_givesASlotForEachRank(Info info) {
		String nspace = host.spawn(TOOL, 3, info.required()).join();

		assertThat(sessionOf(nspace).session().slots()).isEqualTo(3);
		assertThat(sessionOf(nspace).deadline().isPresent()).isEqualTo(info.key().equals(AllocAttributes.ALLOC_TIME.key()));
	}

	@Test
	void resources_notFree_areRefusedAndTold() throws Exception {
		Proc rank = host.launch(3).ranks().get(0).proc();

		assertFailed(host.spawn(rank, 1, TWO), Status.ERR_JOB_ALLOC_FAILED, "not free");
		assertThat(host.messages()).anyMatch(line -> line.contains("the resources that the request asks for are not free on this host"));
		assertFailed(host.spawn(rank, 1, Info.of(AllocAttributes.ALLOC_QUEUE, "night")), Status.ERR_NOT_FOUND, "'night'");
		assertThat(host.messages()).anyMatch(line -> line.contains("PMIX_ALLOC_QUEUE is 'night'"));
	}

	@Test
	void session_namedBesideResources_isRefused() {
		assertFailed(host.spawn(TOOL, 1, TWO, Info.of(SessionAttributes.SESSION_ID, 1)), Status.ERR_BAD_PARAM,
				"PMIX_ALLOC_NUM_CPUS asks for a new session, but PMIX_SESSION_ID names one");
	}

	@Test
	void term_ofAnotherType_isRefusedByName() {
		Info word = Info.of(AllocAttributes.ALLOC_WAIT_ALL_NODES.key(), PmixValue.Float32.of(1.5f));

		assertFailed(host.spawn(TOOL, 1, TWO, word), Status.ERR_BAD_PARAM, "PMIX_ALLOC_WAIT_ALL_NODES");
	}
}
