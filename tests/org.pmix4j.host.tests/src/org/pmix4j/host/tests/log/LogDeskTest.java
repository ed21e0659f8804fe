// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.pmix4j.host.internal.log.LogDesk;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.LogAttributes;

/** The channels and the form of logged texts, and the refused requests. */
class LogDeskTest {
	private static final Proc RANK = Proc.of("job", 3);
	private static final Proc TOOL = Proc.of("tool", 0);
	private static final Info OUT = Info.of(LogAttributes.LOG_STDOUT, "out");
	private static final Info ERR = Info.of(LogAttributes.LOG_STDERR, "err\n");
	private static final Info SYS = Info.of(LogAttributes.LOG_GLOBAL_SYSLOG, "sys");
	private static final Info NOWHERE = Info.of("my.channel", new PmixValue.Str("nowhere"));

	private final List<String> written = new ArrayList<>();
	private CompletableFuture<Void> progress = CompletableFuture.completedFuture(null);
	private final LogDesk desk = new LogDesk((source, channel, text) -> {
		if (source.equals(TOOL)) {
			return Optional.empty();
		}
		written.add((channel.equals(IofChannel.STDERR) ? "err " : "out ") + source + " " + new String(text, StandardCharsets.UTF_8));
		return Optional.of(progress);
	}, (priority, text) -> written.add(priority + " " + text));

	private Status log(Proc source, Infos directives, Info... data) {
		try {
			CompletableFuture<Void> answer = desk.log(source, Infos.of(data), directives).toCompletableFuture();
			assertThat(answer).as("the answer").isDone();
			return answer.isCompletedExceptionally() ? ((PmixException) answer.exceptionNow()).status() : Status.SUCCESS;
		} catch (PmixException e) {
			return e.status();
		}
	}

	@Test
	void log_everyChannel_writesInOrder() {
		assertThat(log(RANK, Infos.EMPTY, ERR, SYS, OUT)).isEqualTo(Status.SUCCESS);

		assertThat(written).containsExactly("err job:3 err\n", "13 job:3 reports: sys", "out job:3 out\n");
	}

	@Test
	void log_localOrGlobalSyslog_writesToTheSystemLog() {
		assertThat(log(RANK, Infos.EMPTY, Info.of(LogAttributes.LOG_LOCAL_SYSLOG, "local"), Info.of(LogAttributes.LOG_SYSLOG, "any")))
				.isEqualTo(Status.SUCCESS);

		assertThat(written).containsExactly("13 job:3 reports: local", "13 job:3 reports: any");
	}

	@Test
	void log_once_stopsAtTheFirstAcceptingChannel() {
		assertThat(log(RANK, Infos.EMPTY.with(LogAttributes.LOG_ONCE, true), NOWHERE, OUT, ERR)).isEqualTo(Status.SUCCESS);

		assertThat(written).containsExactly("out job:3 out\n");
	}

	@Test
	void log_tagAndTime_precedeTheText() {
		log(RANK, Infos.EMPTY.with(LogAttributes.LOG_TAG_OUTPUT, true).with(LogAttributes.LOG_TIMESTAMP_OUTPUT, true)
				.with(LogAttributes.LOG_TIMESTAMP, 60L), OUT);

		assertThat(written).containsExactly("out job:3 1970-01-01T00:01:00Z [stdout] out\n");
	}

	@Test
	void log_priority_isPassedToTheSystemLog() {
		assertThat(log(RANK, Infos.EMPTY.with(LogAttributes.LOG_SYSLOG_PRI, 3), SYS)).isEqualTo(Status.SUCCESS);
		assertThat(written).containsExactly("3 job:3 reports: sys");
		assertThat(log(RANK, Infos.EMPTY.with(LogAttributes.LOG_SYSLOG_PRI, 1 << 20), SYS)).isEqualTo(Status.ERR_BAD_PARAM);
	}

	@Test
	void log_repeatedTopic_isWrittenOnce() {
		Infos topic = Infos.EMPTY.with(LogAttributes.LOG_KEY, "file").with(LogAttributes.LOG_VAL, "missing");

		assertThat(log(RANK, topic, OUT)).isEqualTo(Status.SUCCESS);
		assertThat(log(RANK, topic, OUT)).isEqualTo(Status.SUCCESS);
		assertThat(written).hasSize(1);
		log(RANK, topic.with(LogAttributes.LOG_AGG, false), OUT);
		assertThat(written).hasSize(2);
	}

	@Test
	void log_unsupportedChannel_isRefusedOrPartial() {
		assertThat(log(RANK, Infos.EMPTY, NOWHERE)).isEqualTo(Status.ERR_NOT_SUPPORTED);
		assertThat(log(TOOL, Infos.EMPTY, OUT)).isEqualTo(Status.ERR_NOT_SUPPORTED);
		assertThat(log(TOOL, Infos.EMPTY, OUT, SYS)).isEqualTo(Status.ERR_PARTIAL_SUCCESS);
		assertThat(log(RANK, Infos.EMPTY, Info.of(LogAttributes.LOG_STDOUT.key(), new PmixValue.UInt32(1)))).isEqualTo(Status.ERR_BAD_PARAM);
		assertThat(log(RANK, Infos.EMPTY.with(LogAttributes.LOG_XML_OUTPUT, true), OUT)).isEqualTo(Status.ERR_NOT_SUPPORTED);
	}

	@Test
	void log_slowOutput_completesWithIt() throws PmixException {
		progress = new CompletableFuture<>();
		CompletableFuture<Void> answer = desk.log(RANK, Infos.of(OUT), Infos.EMPTY).toCompletableFuture();

		assertThat(answer).isNotDone();
		progress.complete(null);
		assertThat(answer).isCompleted();
	}
}
