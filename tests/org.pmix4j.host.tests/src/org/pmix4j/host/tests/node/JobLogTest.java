// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.host.LogRecord;
import org.pmix4j.host.internal.spawn.LogRequest;
import org.pmix4j.job.Job;
import org.pmix4j.model.App;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.attributes.KnownAttributes;
import org.pmix4j.model.attributes.LogAttributes;
import org.pmix4j.process.internal.posix.ExitStatus;

/** The channels in which the events of a spawned job are logged. */
class JobLogTest {
	private static final Proc TOOL = Proc.of("tool", 0);
	private static final App CHILD = new App("child", List.of("child"), List.of(), "", 2, Infos.EMPTY);
	private static final String START = "job 1: starts";
	private static final String RUNS = "job 1: runs: 2 of 2 processes";
	private static final String FAILURE = "job 1: rank 0 on a \\(pid \\d+\\) exited with code 4";
	private static final String END = "job 1: has ended at \\S+Z with status ERR_EXIT_NONZERO_TERM and exit code 4; rank 0 failed first";

	private final SimulatedNode node = new SimulatedNode(0, "a", 4);
	private final SimulatedHost host;

	JobLogTest(@TempDir Path directory) throws Exception {
		host = new SimulatedHost(directory, List.of(node));
	}

	@AfterEach
	void close() {
		host.close();
	}

	private static <T> T await(CompletableFuture<T> result) {
		return result.orTimeout(5, TimeUnit.MINUTES).join();
	}

	private static Info on(Attribute<?> attribute) {
		return Info.of(attribute.key(), PmixValue.Bool.TRUE);
	}

	/** Spawns a job of two ranks whose first one exits with 4. Returns its namespace when it has ended. */
	private String spawned(Info... infos) {
		String nspace = await(host.spawn(TOOL, Infos.of(infos), CHILD));
		Job job = host.jobs().stream().filter(each -> each.nspace().equals(nspace)).findFirst().orElseThrow();
		await(job.started());
		node.processes().get(0).exit(ExitStatus.exited(4));
		await(job.ended());
		return nspace;
	}

	private List<String> recorded(String nspace) {
		return host.records(nspace).stream().flatMap(record -> record.data().stream()).map(datum -> ((PmixValue.Str) datum.value()).value())
				.toList();
	}

	@Test
	void events_withoutChannel_goToStandardError() {
		String nspace = spawned(on(LogAttributes.LOG_JOB_EVENTS));

		assertThat(host.messages).contains(START, RUNS, "job 1: has ended");
		assertThat(host.reports).isEmpty();
		assertThat(host.records(nspace)).isEmpty();
	}

	@Test
	void events_inTheJobRecord_areAllThereWhenTheJobHasEnded() {
		String nspace = spawned(on(LogAttributes.LOG_JOB_EVENTS), on(LogAttributes.LOG_PROC_TERMINATION), on(LogAttributes.LOG_COMPLETION),
				on(LogAttributes.LOG_JOB_RECORD));

		assertThat(recorded(nspace)).hasSize(5).startsWith(START, RUNS).satisfies(texts -> {
			assertThat(texts.get(2)).matches(FAILURE);
			assertThat(texts.get(3)).contains("rank 1");
			assertThat(texts.get(4)).matches(END);
		});
		assertThat(host.records(nspace)).extracting(LogRecord::source)
				.contains(Proc.of(nspace, 0), Proc.of(nspace, 1), Proc.wildcard(nspace));
		assertThat(host.messages).doesNotContain(START, RUNS).noneMatch(line -> line.contains("has ended"));
	}

	@Test
	void failuresOnly_inTheJobRecord_areThoseOfFailedRanks() {
		String nspace = spawned(on(LogAttributes.LOG_PROC_ABNORMAL_TERMINATION), on(LogAttributes.LOG_JOB_RECORD));

		assertThat(recorded(nspace)).isNotEmpty().first().asString().matches(FAILURE);
	}

	@Test
	void events_inTheDataStore_areFoundUnderTheirNames() {
		String nspace = spawned(on(LogAttributes.LOG_COMPLETION), on(LogAttributes.LOG_PROC_TERMINATION),
				on(LogAttributes.LOG_GLOBAL_DATASTORE));

		assertThat(await(host.lookup(TOOL, nspace + ".PMIX_EVENT_JOB_END"))).singleElement()
				.satisfies(found -> assertThat(((PmixValue.Str) found.value()).value()).matches(END));
		assertThat(await(host.lookup(TOOL, nspace + ".0.PMIX_EVENT_PROC_TERMINATED"))).singleElement()
				.satisfies(found -> assertThat(((PmixValue.Str) found.value()).value()).matches(FAILURE));
	}

	@Test
	void events_onBothStreams_haveTheirForm() {
		spawned(on(LogAttributes.LOG_JOB_EVENTS), on(LogAttributes.LOG_STDOUT), on(LogAttributes.LOG_STDERR),
				on(LogAttributes.LOG_TAG_OUTPUT));

		assertThat(host.reports).contains("[stdout] " + START + "\n", "[stdout] " + RUNS + "\n");
		assertThat(host.messages).contains("[stderr] " + START, "[stderr] " + RUNS);
	}

	@Test
	void events_once_goToTheFirstChannel() {
		String nspace = spawned(on(LogAttributes.LOG_JOB_EVENTS), on(LogAttributes.LOG_STDOUT), on(LogAttributes.LOG_JOB_RECORD),
				on(LogAttributes.LOG_ONCE));

		assertThat(host.reports).contains(START + "\n", RUNS + "\n");
		assertThat(host.records(nspace)).isEmpty();
	}

	@Test
	void data_ofAMail_hasTheDetailsOfTheAttributeAndTheEvent() throws Exception {
		Infos receiver = Infos.EMPTY.with(LogAttributes.LOG_EMAIL_ADDR, "you@there.example");
		Info channel = Info.of(LogAttributes.LOG_EMAIL, DataArray.of(receiver.with(LogAttributes.LOG_EMAIL_MSG, "never used")));

		assertThat(LogRequest.data(channel, "name", START)).containsExactly(
				Info.of(LogAttributes.LOG_EMAIL, DataArray.of(receiver.with(LogAttributes.LOG_EMAIL_MSG, START))));
	}

	@Test
	void event_thatAChannelDoesNotTake_isToldWithTheReason() {
		spawned(on(LogAttributes.LOG_COMPLETION), on(LogAttributes.LOG_EMAIL), Info.of(LogAttributes.LOG_EMAIL_ADDR, "you there"));

		assertThat(host.messages)
				.anyMatch(line -> line.matches(END + " \\(not logged: .*PMIX_LOG_EMAIL_ADDR.* is not a mail address: 'you there'\\)"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "PMIX_LOG_EMAIL_SERVER", "PMIX_LOG_EMAIL_SRVR_PORT" })
	void serverOfAMail_required_isRefusedAsTheMailerHasItsOwn(String name) {
		Info server = Info.of(KnownAttributes.byName(name).orElseThrow().key(), new PmixValue.Str("25"));
		Infos details = Infos.EMPTY.with(LogAttributes.LOG_EMAIL_ADDR, "you@there.example").concat(List.of(server.required()));

		assertThatThrownBy(() -> spawned(on(LogAttributes.LOG_COMPLETION), Info.of(LogAttributes.LOG_EMAIL, DataArray.of(details))))
				.hasRootCauseInstanceOf(PmixException.class).rootCause()
				.hasMessage("spawn: " + name + " is required in PMIX_LOG_EMAIL, but has no effect here");
	}

	@Test
	void mailWithoutReceiver_isRefused() {
		assertThatThrownBy(() -> spawned(on(LogAttributes.LOG_COMPLETION), on(LogAttributes.LOG_EMAIL)))
				.hasRootCauseInstanceOf(PmixException.class).rootCause().hasMessageContaining("PMIX_LOG_EMAIL_ADDR");
	}

	@Test
	void priority_thatDoesNotExist_isRefused() {
		assertThatThrownBy(() -> spawned(on(LogAttributes.LOG_COMPLETION), on(LogAttributes.LOG_SYSLOG),
				Info.of(LogAttributes.LOG_SYSLOG_PRI, 1000))).hasRootCauseInstanceOf(PmixException.class);
	}
}
