// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.log;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.host.internal.program.HelperProgram;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.LogAttributes;
import org.pmix4j.process.ProgramSearch;

/**
 * Sends logged data by mail, through the mailer of this machine: {@code sendmail -t}, which every mail system has. The mailer knows its
 * server, encryption and password. Receivers, sender, subject and text come from the datum, or else from the directives of the request.
 * Owned by the {@link LogService}; blocks until the mailer has taken the mail.
 *
 * @see "PMIx Standard, PMIX_LOG_EMAIL; OpenPMIx src/mca/plog/smtp"
 */
public final class MailChannel implements LogService.Channel {
	/** Folders of the mailer that are not in the PATH of every user. */
	private static final String FOLDERS = "/usr/sbin:/usr/lib";
	private static final Duration LIMIT = Duration.ofSeconds(30);

	private final String user;
	private final String hostname;
	private final String path;

	/**
	 * @param user     the name of the user in the sender's address if a request names none
	 * @param hostname the name of this machine
	 * @param path     folders in which the mailer is searched first, separated by colons
	 */
	public MailChannel(String user, String hostname, String path) {
		this.user = user;
		this.hostname = hostname;
		this.path = path;
	}

	@Override
	public Optional<CompletableFuture<Void>> log(LogEntry entry) throws PmixException {
		Infos infos = entry.infos().concat(entry.directives().list());
		Mail mail = new Mail(address(text(infos, LogAttributes.LOG_EMAIL_SENDER_ADDR).orElse(user + "@" + hostname)), receivers(infos),
				oneLine(text(infos, LogAttributes.LOG_EMAIL_SUBJECT).orElseGet(() -> subject(entry.source()))), body(infos),
				entry.form().at().atZone(ZoneId.systemDefault()));
		try {
			send(mail);
		} catch (IOException e) {
			throw new PmixException(Status.ERR_UNREACH, "the mail of " + entry.source() + " was not sent: " + e.getMessage(), e);
		}
		return LogService.done();
	}

	private void send(Mail mail) throws IOException {
		ProgramSearch mailer = ProgramSearch.of("sendmail", Path.of("/"), Map.of("PATH", path + ":" + FOLDERS));
		if (!mailer.isFound()) {
			throw new IOException("there is no program sendmail in " + mailer.path() + "; install a mailer");
		}
		// -t takes the receivers from the mail, and -i keeps a line with a single dot from ending it
		HelperProgram sent = HelperProgram.run(List.of(mailer.file().orElseThrow().toString(), "-t", "-i", "-f", mail.sender()),
				mail.message().getBytes(StandardCharsets.UTF_8), LIMIT);
		if (sent.exitCode() != 0) {
			throw new IOException("sendmail failed with " + sent.failure());
		}
	}

	private static String subject(Proc source) {
		return "Message of rank " + source.rank() + " of " + source.nspace();
	}

	private static Optional<String> text(Infos infos, Attribute<String> attribute) throws PmixException {
		return infos.get(attribute).filter(text -> !text.isBlank());
	}

	private static List<String> receivers(Infos infos) throws PmixException {
		String given = text(infos, LogAttributes.LOG_EMAIL_ADDR)
				.orElseThrow(() -> bad(LogAttributes.LOG_EMAIL_ADDR, "is missing: a mail needs a receiver"));
		List<String> receivers = Arrays.stream(given.split(",")).map(String::strip).filter(one -> !one.isEmpty()).toList();
		for (String receiver : receivers) {
			address(receiver);
		}
		return receivers;
	}

	/** Returns the address if it can be mistaken neither for another header nor for an option of the mailer. */
	private static String address(String text) throws PmixException {
		if (text.startsWith("-") || !text.chars().allMatch(c -> c > ' ' && c < 127 && c != '<' && c != '>')) {
			throw bad(LogAttributes.LOG_EMAIL_ADDR, "is not a mail address: '" + oneLine(text) + "'");
		}
		return text;
	}

	private static String oneLine(String text) {
		return text.replaceAll("[\\x00-\\x1f\\x7f]+", " ").strip();
	}

	/** The text of a mail is a string or, as of the general message, bytes. */
	private static String body(Infos infos) throws PmixException {
		for (String key : List.of(LogAttributes.LOG_EMAIL_MSG.key(), LogAttributes.LOG_MSG.key())) {
			Optional<PmixValue> value = infos.value(key);
			if (value.isPresent()) {
				return switch (value.get()) {
					case PmixValue.Str(String text) -> text;
					case ByteObject bytes -> new String(bytes.toByteArray(), StandardCharsets.UTF_8);
					default -> throw new PmixException(Status.ERR_BAD_PARAM, key + " must hold a text, not " + value.get().type());
				};
			}
		}
		throw bad(LogAttributes.LOG_EMAIL_MSG, "is missing: a mail needs a text");
	}

	private static PmixException bad(Attribute<?> attribute, String why) {
		return new PmixException(Status.ERR_BAD_PARAM, attribute + " " + why);
	}
}
