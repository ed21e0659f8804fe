// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.pmi.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.System.Logger.Level;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.pmi.tests.SimulatedPmi.Rank;
import org.pmix4j.testkit.LogCapture;

/** Tests connections that the launcher has made for ranks, which find them in PMI_FD. */
class InheritedConnectionTest {
	private static final String JOB = "job@1";
	private static final String INIT = "cmd=init pmi_version=1 pmi_subversion=1";

	private final SimulatedPmi pmi = new SimulatedPmi();

	InheritedConnectionTest() {
		pmi.open(new SimulatedPmi.Job(JOB, new int[] { 0, 0 }, Map.of()), true);
	}

	/** Behind PMI_FD there is no greeting, and the rank knows its numbers from PMI_RANK and PMI_SIZE. */
	@Test
	void init_version1_beginsWithoutGreetingOfTheRank() {
		Rank rank = pmi.inherited(JOB, 1);

		assertThat(rank.received()).isEmpty();
		assertThat(pmi.calls).isEmpty();
		assertThat(rank.ask(INIT)).isEqualTo("cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0\n");
		assertThat(rank.ask("cmd=get_appnum")).isEqualTo("cmd=appnum appnum=1\n");
		assertThat(pmi.calls).containsExactly("connected job@1:1");
	}

	@ParameterizedTest
	@CsvSource({ "pmirank=1", "srcid=1" })
	void init_version2_beginsAsOnAnyConnection(String name) {
		Rank rank = pmi.inherited(JOB, 1);

		assertThat(rank.ask("cmd=init pmi_version=2 pmi_subversion=0")).isEqualTo("cmd=response_to_init pmi_version=2 pmi_subversion=0 rc=0\n");
		assertThat(rank.frame("cmd=fullinit;" + name + ";threaded=FALSE;")).contains(";rank=1;size=2;");
		assertThat(pmi.calls).containsExactly("connected job@1:1");
	}

	@Test
	void init_asAnotherRank_isRefused() {
		Rank rank = pmi.inherited(JOB, 1);
		rank.ask("cmd=init pmi_version=2 pmi_subversion=0");

		assertThat(rank.frame("cmd=fullinit;pmirank=0;"))
				.contains("rc=1;errmsg=the connection that rank 1 has inherited is used by a process that says it is rank 0;");
		assertThat(rank.end.isEnded()).isTrue();
	}

	/** A program may look at PMI_PORT alone, and one that looks at PMI_FD may run before or after it. */
	@Test
	void connection_toThePort_isServedWhileTheInheritedOneIsUnused() {
		Rank inherited = pmi.inherited(JOB, 0);
		Rank rank = pmi.rank(JOB, 0);

		assertThat(inherited.ask(INIT)).isEqualTo("cmd=initack rc=-1\n");
		assertThat(pmi.calls).contains("tell rank 0 uses the connection that it has inherited (PMI_FD), while it is connected to PMI_PORT");
		assertThat(rank.ask("cmd=finalize")).isEqualTo("cmd=finalize_ack\n");
		assertThat(pmi.inherited(JOB, 0).ask(INIT)).endsWith("rc=0\n");
	}

	@Test
	void connection_unusedUntilTheRankEnds_isNotReported() {
		pmi.inherited(JOB, 0).end.close();
		pmi.loop.run();

		assertThat(pmi.calls).isEmpty();
	}

	@Test
	void connections_ofAllRanks_leaveRoomForThoseToThePort() {
		for (int i = 0; i < 2; i++) {
			pmi.inherited(JOB, i);
		}
		for (int i = 0; i < 32; i++) {
			pmi.connect(JOB);
		}

		assertThat(pmi.rank(JOB, 0).ask("cmd=get_appnum")).isEqualTo("cmd=appnum appnum=0\n");
		assertThat(pmi.rank(JOB, 1).ask("cmd=get_appnum")).isEqualTo("cmd=appnum appnum=1\n");
	}

	@ParameterizedTest
	@CsvSource({ "job@1,cmd=inherited pmiid=0 key=00112233445566778899aabbccddeeff", "job@1,cmd=inherited pmiid=0 key=",
			"job@2,cmd=inherited pmiid=0 key=" })
	void greeting_withoutTheKey_isRefused(String job, String greeting) {
		try (LogCapture log = LogCapture.of("org.pmix4j.pmi.internal.service.PmiAcceptor")) {
			pmi.open("job@2", 0);
			Rank stranger = pmi.connect(job);
			stranger.ask(greeting);

			assertThat(stranger.end.isEnded()).isTrue();
			assertThat(log.messages(Level.WARNING)).singleElement().asString()
					.contains(" was refused: ").endsWith("a process has sent the greeting of the launcher without its key");
		}
	}
}
