// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
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
import org.pmix4j.testkit.MailServer;

/** Mails that processes log, as a mail server on the loopback interface gets them. */
class MailTest {
	private static final Proc RANK = Proc.of("job", 3);

	private final LogService desk = new LogService((priority, text) -> {
	}, (source, data) -> CompletableFuture.completedFuture(null), new JobRecords(Optional.empty()), new MailChannel("me", "here.example"));

	private void send(Infos mail, Infos directives) throws PmixException {
		assertThat(desk.log((source, channel, text) -> Optional.empty(), RANK,
				Infos.of(Info.of(LogAttributes.LOG_EMAIL, DataArray.of(mail))), directives).toCompletableFuture())
				.isCompleted();
	}

	private static Infos to(MailServer server) {
		return Infos.EMPTY.with(LogAttributes.LOG_EMAIL_SERVER, "127.0.0.1").with(LogAttributes.LOG_EMAIL_SRVR_PORT, server.port())
				.with(LogAttributes.LOG_EMAIL_ADDR, "you@there.example");
	}

	@Test
	void log_mail_reachesItsReceiversWithAllHeaders() throws Exception {
		try (MailServer server = MailServer.open()) {
			send(to(server).with(LogAttributes.LOG_EMAIL_SENDER_ADDR, "rank@here.example").with(LogAttributes.LOG_EMAIL_SUBJECT, "done")
					.with(LogAttributes.LOG_EMAIL_MSG, "first\n.second\n"), Infos.EMPTY.with(LogAttributes.LOG_TIMESTAMP, 60L));

			assertThat(server.commands()).containsExactly("EHLO here.example", "MAIL FROM:<rank@here.example>",
					"RCPT TO:<you@there.example>", "DATA", "QUIT");
			assertThat(server.mail()).contains("From: <rank@here.example>", "To: <you@there.example>", "Subject: done", "")
					.anyMatch(line -> line.matches("Date: \\w+, \\d+ \\w+ 19(70|69) .*")).endsWith("first", ".second");
		}
	}

	@Test
	void log_mailWithDefaults_hasSenderAndSubject() throws Exception {
		try (MailServer server = MailServer.open()) {
			send(Infos.EMPTY.with(LogAttributes.LOG_MSG, ByteObject.copyOf("text".getBytes(StandardCharsets.US_ASCII))),
					to(server).with(LogAttributes.LOG_EMAIL_ADDR, "never used"));

			assertThat(server.mail()).contains("From: <me@here.example>", "Subject: Message of rank 3 of job").endsWith("text");
		}
	}

	@Test
	void log_severalReceivers_eachIsNamed() throws Exception {
		try (MailServer server = MailServer.open()) {
			send(Infos.EMPTY.with(LogAttributes.LOG_EMAIL_MSG, "x").with(LogAttributes.LOG_EMAIL_ADDR, "a@b.example, c@d.example"), to(server));

			assertThat(server.commands()).contains("RCPT TO:<a@b.example>", "RCPT TO:<c@d.example>");
		}
	}

	@Test
	void log_foreignLetters_areEncoded() throws Exception {
		try (MailServer server = MailServer.open()) {
			send(to(server).with(LogAttributes.LOG_EMAIL_SUBJECT, "fertig \u00fc").with(LogAttributes.LOG_EMAIL_MSG, "gr\u00fcn"), Infos.EMPTY);

			String text = new String(Base64.getMimeDecoder().decode(server.mail().getLast()), StandardCharsets.UTF_8);
			assertThat(text).isEqualTo("gr\u00fcn");
			assertThat(server.mail()).contains("Subject: =?UTF-8?B?" + Base64.getEncoder()
					.encodeToString("fertig \u00fc".getBytes(StandardCharsets.UTF_8)) + "?=", "Content-Transfer-Encoding: base64");
		}
	}

	@Test
	void log_serverRefusesReceiver_isReportedWithItsAnswer() throws Exception {
		try (MailServer server = MailServer.open("RCPT", "550 no such user")) {
			assertThatExceptionOfType(PmixException.class).isThrownBy(() -> send(to(server).with(LogAttributes.LOG_EMAIL_MSG, "x"), Infos.EMPTY))
					.withMessageContaining("RCPT TO:<you@there.example>").withMessageContaining("550 no such user")
					.matches(e -> e.status().equals(Status.ERR_UNREACH));
		}
	}

	@Test
	void log_serverWithoutExtensions_isGreetedInTheOldWay() throws Exception {
		try (MailServer server = MailServer.open("EHLO", "500 what?")) {
			send(to(server).with(LogAttributes.LOG_EMAIL_MSG, "x"), Infos.EMPTY);

			assertThat(server.commands()).startsWith("EHLO here.example", "HELO here.example");
		}
	}

	@Test
	void log_noServer_isUnreachable() throws IOException {
		int port;
		try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			port = closed.getLocalPort();
		}
		Infos mail = Infos.EMPTY.with(LogAttributes.LOG_EMAIL_SERVER, "127.0.0.1").with(LogAttributes.LOG_EMAIL_SRVR_PORT, port)
				.with(LogAttributes.LOG_EMAIL_ADDR, "a@b").with(LogAttributes.LOG_EMAIL_MSG, "x");

		assertThatExceptionOfType(PmixException.class).isThrownBy(() -> send(mail, Infos.EMPTY))
				.withMessageContaining("mail server 127.0.0.1:" + port).matches(e -> e.status().equals(Status.ERR_UNREACH));
	}

	@ParameterizedTest
	@ValueSource(strings = { "a@b>\r\nDATA", "a b@c", "<a@b>", "a@b\n" })
	void log_addressThatIsACommand_isRefused(String address) {
		Infos mail = Infos.EMPTY.with(LogAttributes.LOG_EMAIL_MSG, "x");
		Attribute<String> sender = LogAttributes.LOG_EMAIL_SENDER_ADDR;

		for (Infos bad : new Infos[] { mail.with(LogAttributes.LOG_EMAIL_ADDR, address + "c"),
				mail.with(LogAttributes.LOG_EMAIL_ADDR, "a@b").with(sender, address), mail }) {
			assertThatExceptionOfType(PmixException.class).isThrownBy(() -> send(bad, Infos.EMPTY))
					.matches(e -> e.status().equals(Status.ERR_BAD_PARAM));
		}
	}
}
