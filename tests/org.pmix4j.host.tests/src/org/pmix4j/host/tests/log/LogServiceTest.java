// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.host.LogRecord;
import org.pmix4j.host.internal.log.JobRecords;
import org.pmix4j.host.internal.log.LogService;
import org.pmix4j.host.internal.log.MailChannel;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.LogAttributes;

/** The channels and the form of logged texts, and the refused requests. */
class LogServiceTest {
	private static final Proc RANK = Proc.of("job", 3);
	private static final Proc TOOL = Proc.of("tool", 0);
	private static final Info OUT = Info.of(LogAttributes.LOG_STDOUT, "out");
	private static final Info ERR = Info.of(LogAttributes.LOG_STDERR, "err\n");
	private static final Info SYS = Info.of(LogAttributes.LOG_GLOBAL_SYSLOG, "sys");
	private static final Info NOWHERE = Info.of("my.channel", new PmixValue.Str("nowhere"));

	private final List<String> written = new ArrayList<>();
	private CompletableFuture<Void> progress = CompletableFuture.completedFuture(null);
	private final JobRecords records = new JobRecords(Optional.empty());
	private final LogService.Streams streams = (source, channel, text) -> {
		if (source.equals(TOOL)) {
			return Optional.empty();
		}
		written.add((channel.equals(IofChannel.STDERR) ? "err " : "out ") + source + " " + new String(text, StandardCharsets.UTF_8));
		return Optional.of(progress);
	};
	private final LogService desk = new LogService((priority, text) -> written.add(priority + " " + text), (source, data) -> {
		written.add("store " + source + " " + data.stream().map(Info::key).toList());
		return progress;
	}, records, () -> new MailChannel("me", "here.example", ""));

	private Status log(Proc source, Infos directives, Info... data) {
		try {
			CompletableFuture<Void> answer = desk.log(streams, source, Infos.of(data), directives).toCompletableFuture();
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
	void ended_repeatedTopic_tellsHowOftenItWasDropped() {
		Infos topic = Infos.EMPTY.with(LogAttributes.LOG_KEY, "file").with(LogAttributes.LOG_VAL, "missing");
		for (int i = 0; i < 4; i++) {
			log(Proc.of("job", i), topic, OUT);
		}
		log(Proc.of("other", 0), topic, OUT);

		assertThat(written).hasSize(2);
		assertThat(desk.ended("job")).containsExactly("3 more requests to log file=missing");
		assertThat(desk.ended("job")).isEmpty();
		assertThat(desk.ended("other")).isEmpty();
		assertThat(log(RANK, topic, OUT)).isEqualTo(Status.SUCCESS);
		assertThat(written).as("topics end with their job").hasSize(3);
	}

	@Test
	void log_jobRecord_keepsDataOfRunningAndLastEndedJobs() {
		Info on = Info.of(LogAttributes.LOG_JOB_RECORD, true);

		assertThat(log(RANK, Infos.EMPTY.with(LogAttributes.LOG_TIMESTAMP, 60L), on, OUT, NOWHERE)).isEqualTo(Status.SUCCESS);
		assertThat(log(RANK, Infos.of(on), NOWHERE)).isEqualTo(Status.SUCCESS);
		desk.ended("job");

		assertThat(written).containsExactly("out job:3 out\n");
		assertThat(records.of("job")).first().isEqualTo(new LogRecord(Instant.ofEpochSecond(60), RANK, Infos.of(OUT, NOWHERE)));
		assertThat(records.of("job")).hasSize(2);
		assertThat(records.of("other")).isEmpty();
	}

	@Test
	void log_jobRecordOfManyJobs_keepsTheLastOnes() {
		for (int i = 0; i < 1000; i++) {
			log(Proc.of("job" + i, 0), Infos.of(Info.of(LogAttributes.LOG_JOB_RECORD, true)), NOWHERE);
			desk.ended("job" + i);
		}

		assertThat(records.of("job0")).isEmpty();
		assertThat(records.of("job999")).hasSize(1);
	}

	@Test
	void log_jobRecordFile_appendsLineForEachDatum(@TempDir Path folder) throws IOException, PmixException {
		Path file = folder.resolve("record");
		LogService filing = new LogService((priority, text) -> {
		}, (source, data) -> progress, new JobRecords(Optional.of(file)), () -> new MailChannel("me", "here.example", ""));

		filing.log(streams, RANK, Infos.of(Info.of(LogAttributes.LOG_JOB_RECORD, true), Info.of("a", new PmixValue.Str("x\ty\nz"))),
				Infos.EMPTY.with(LogAttributes.LOG_TIMESTAMP, 60L));

		assertThat(file).hasContent("1970-01-01T00:01:00Z\tjob\t3\ta\tx\\ty\\nz");
	}

	@Test
	void check_fileThatCannotBeWritten_isRefusedByName(@TempDir Path folder) throws IOException {
		Path file = Files.createFile(folder.resolve("file"));

		assertThatCode(() -> JobRecords.check(file)).doesNotThrowAnyException();
		assertThatCode(() -> JobRecords.check(folder.resolve("new"))).doesNotThrowAnyException();
		assertThatIOException().isThrownBy(() -> JobRecords.check(folder))
				.withMessage("the job record " + folder + " cannot be written: it is a directory");
		assertThatIOException().isThrownBy(() -> JobRecords.check(folder.resolve("no/file")))
				.withMessage("the job record " + folder.resolve("no/file") + " cannot be written: its directory does not exist");
		assertThat(folder.resolve("new")).doesNotExist();
	}

	@Test
	void log_globalDataStore_storesTheDataButNotTheSwitch() {
		assertThat(log(RANK, Infos.EMPTY, Info.of(LogAttributes.LOG_GLOBAL_DATASTORE, true), NOWHERE)).isEqualTo(Status.SUCCESS);
		assertThat(log(RANK, Infos.EMPTY, Info.of(LogAttributes.LOG_GLOBAL_DATASTORE, true))).isEqualTo(Status.ERR_BAD_PARAM);
		assertThat(log(RANK, Infos.EMPTY, Info.of(LogAttributes.LOG_GLOBAL_DATASTORE, false), NOWHERE))
				.isEqualTo(Status.ERR_NOT_SUPPORTED);

		assertThat(written).containsExactly("store job:3 [my.channel]");
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
		CompletableFuture<Void> answer = desk.log(streams, RANK, Infos.of(OUT), Infos.EMPTY).toCompletableFuture();

		assertThat(answer).isNotDone();
		progress.complete(null);
		assertThat(answer).isCompleted();
	}
}
