// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.host.internal.log.JobRecords;
import org.pmix4j.host.internal.log.LogService;
import org.pmix4j.host.internal.log.MailChannel;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.LogAttributes;
import org.pmix4j.testkit.Mailer;

/** Mails that processes log, as the mailer of the machine gets them. */
class MailTest {
	private static final Proc RANK = Proc.of("job", 3);
	private static final Infos TO = Infos.EMPTY.with(LogAttributes.LOG_EMAIL_ADDR, "you@there.example");

	@TempDir
	private Path folder;

	private void send(String path, Infos mail, Infos directives) throws PmixException {
		LogService desk = new LogService((priority, text) -> {
		}, (source, data) -> CompletableFuture.completedFuture(null), new JobRecords(Optional.empty()),
				() -> new MailChannel("me", "here.example", path));

		assertThat(desk.log((source, channel, text) -> Optional.empty(), RANK,
				Infos.of(Info.of(LogAttributes.LOG_EMAIL, DataArray.of(mail))), directives).toCompletableFuture())
				.isCompleted();
	}

	@Test
	void log_mail_reachesTheMailerWithAllHeaders() throws Exception {
		Mailer mailer = Mailer.in(folder);
		send(mailer.path(), TO.with(LogAttributes.LOG_EMAIL_SENDER_ADDR, "rank@here.example").with(LogAttributes.LOG_EMAIL_SUBJECT, "done")
				.with(LogAttributes.LOG_EMAIL_MSG, "first\n.\n.second\n"), Infos.EMPTY.with(LogAttributes.LOG_TIMESTAMP, 60L));

		assertThat(mailer.arguments()).containsExactly("-t", "-i", "-f", "rank@here.example");
		assertThat(mailer.mail()).contains("From: <rank@here.example>", "To: <you@there.example>", "Subject: done", "")
				.anyMatch(line -> line.matches("Date: \\w+, \\d+ \\w+ 19(70|69) .*")).endsWith("first", ".", ".second");
	}

	@Test
	void log_mailWithDefaults_hasSenderAndSubject() throws Exception {
		Mailer mailer = Mailer.in(folder);
		send(mailer.path(), Infos.EMPTY.with(LogAttributes.LOG_MSG, ByteObject.copyOf("text".getBytes(StandardCharsets.US_ASCII))), TO);

		assertThat(mailer.mail()).contains("From: <me@here.example>", "Subject: Message of rank 3 of job").endsWith("text");
	}

	@Test
	void log_severalReceivers_eachIsNamed() throws Exception {
		Mailer mailer = Mailer.in(folder);
		send(mailer.path(),
				Infos.EMPTY.with(LogAttributes.LOG_EMAIL_MSG, "x").with(LogAttributes.LOG_EMAIL_ADDR, "a@b.example, c@d.example"), TO);

		assertThat(mailer.mail()).contains("To: <a@b.example>,", " <c@d.example>");
	}

	@Test
	void log_foreignLetters_areEncoded() throws Exception {
		Mailer mailer = Mailer.in(folder);
		send(mailer.path(), TO.with(LogAttributes.LOG_EMAIL_SUBJECT, "fertig \u00fc").with(LogAttributes.LOG_EMAIL_MSG, "gr\u00fcn"),
				Infos.EMPTY);

		String text = new String(Base64.getMimeDecoder().decode(mailer.mail().getLast()), StandardCharsets.UTF_8);
		assertThat(text).isEqualTo("gr\u00fcn");
		assertThat(mailer.mail()).contains("Subject: =?UTF-8?B?" + Base64.getEncoder()
				.encodeToString("fertig \u00fc".getBytes(StandardCharsets.UTF_8)) + "?=", "Content-Transfer-Encoding: base64");
	}

	@Test
	void log_mailerFails_isReportedWithItsLastLine() throws Exception {
		Mailer mailer = Mailer.in(folder, "cat >/dev/null; echo 'sendmail: no such user' >&2; exit 67");

		assertThatExceptionOfType(PmixException.class)
				.isThrownBy(() -> send(mailer.path(), TO.with(LogAttributes.LOG_EMAIL_MSG, "x"), Infos.EMPTY))
				.withMessageEndingWith("was not sent: sendmail failed with exit code 67: sendmail: no such user")
				.matches(e -> e.status().equals(Status.ERR_UNREACH));
	}

	/** A pipe holds less than the mail, so the mailer ends while it is written. */
	@Test
	void log_mailerReadsNothing_itsExitCodeCounts() throws Exception {
		Infos large = TO.with(LogAttributes.LOG_EMAIL_MSG, "x\n".repeat(500_000));

		send(Mailer.in(folder, "exit 0").path(), large, Infos.EMPTY);
		assertThatExceptionOfType(PmixException.class)
				.isThrownBy(() -> send(Mailer.in(folder, "exit 75").path(), large, Infos.EMPTY)).withMessageContaining("exit code 75");
	}

	@ParameterizedTest
	@ValueSource(strings = { "a@b>\r\nDATA", "a b@c", "<a@b>", "a@b\n", "-a@b" })
	void log_addressThatIsACommand_isRefused(String address) {
		Infos mail = Infos.EMPTY.with(LogAttributes.LOG_EMAIL_MSG, "x");
		Attribute<String> sender = LogAttributes.LOG_EMAIL_SENDER_ADDR;

		for (Infos bad : new Infos[] { mail.with(LogAttributes.LOG_EMAIL_ADDR, address + "c"),
				mail.with(LogAttributes.LOG_EMAIL_ADDR, "a@b").with(sender, address), mail }) {
			assertThatExceptionOfType(PmixException.class).isThrownBy(() -> send(Mailer.in(folder).path(), bad, Infos.EMPTY))
					.matches(e -> e.status().equals(Status.ERR_BAD_PARAM));
		}
	}
}
