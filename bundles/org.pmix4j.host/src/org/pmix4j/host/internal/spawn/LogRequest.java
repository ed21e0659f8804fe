// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.spawn;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.pmix4j.host.internal.log.LogService;
import org.pmix4j.job.options.JobOption;
import org.pmix4j.job.options.ReportOptions;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.KnownAttributes;
import org.pmix4j.model.attributes.LogAttributes;

/**
 * The channels and the form in which the spawner of a job wants its events logged. Immutable.
 *
 * @param channels the attributes that name the channels, in their order; none for the standard error of the launcher
 * @param form     the form of the texts, and details of mails
 * @see "PMIx Standard, chapter Process Management, PMIX_LOG_JOB_EVENTS: logged by PMIx_Log, subject to the logging attributes"
 */
public record LogRequest(List<Info> channels, Infos form) {
	private static final Set<String> CHANNELS = keys(LogAttributes.LOG_STDOUT, LogAttributes.LOG_STDERR, LogAttributes.LOG_SYSLOG,
			LogAttributes.LOG_LOCAL_SYSLOG, LogAttributes.LOG_GLOBAL_SYSLOG, LogAttributes.LOG_EMAIL, LogAttributes.LOG_JOB_RECORD,
			LogAttributes.LOG_GLOBAL_DATASTORE);
	private static final Set<String> FORMS = keys(LogAttributes.LOG_ONCE, LogAttributes.LOG_SYSLOG_PRI, LogAttributes.LOG_TAG_OUTPUT,
			LogAttributes.LOG_TIMESTAMP_OUTPUT, LogAttributes.LOG_EMAIL_ADDR, LogAttributes.LOG_EMAIL_SENDER_ADDR,
			LogAttributes.LOG_EMAIL_SUBJECT);
	private static final List<JobOption<Boolean>> EVENTS = List.of(ReportOptions.JOB_EVENTS, ReportOptions.COMPLETION, ReportOptions.ENDS,
			ReportOptions.FAILURES);
	/** All events are logged on the standard error of the launcher. */
	public static final LogRequest NONE = new LogRequest(List.of(), Infos.EMPTY);

	/** Copies the list. */
	public LogRequest {
		channels = List.copyOf(channels);
	}

	private static Set<String> keys(Attribute<?>... attributes) {
		return Stream.of(attributes).map(Attribute::key).collect(Collectors.toUnmodifiableSet());
	}

	/** Returns whether a spawn asks to log events. */
	static boolean logs(Infos infos) throws PmixException {
		for (JobOption<Boolean> event : EVENTS) {
			for (Attribute<?> attribute : event.attributes()) {
				Optional<PmixValue> value = infos.value(attribute.key());
				if (value.isPresent() && Boolean.TRUE.equals(attribute.read(value.get()))) {
					return true;
				}
			}
		}
		return false;
	}

	/**
	 * Reads the attributes of a spawn; without an event to log they have no effect.
	 *
	 * @throws PmixException BAD_PARAM if one is malformed or the receiver of mails is missing
	 */
	static LogRequest of(Infos infos) throws PmixException {
		if (!logs(infos)) {
			return NONE;
		}
		Infos form = new Infos(infos.stream().filter(info -> FORMS.contains(info.key())).toList());
		LogService.check(form);
		List<Info> channels = infos.stream()
				.filter(info -> CHANNELS.contains(info.key()) && !info.value().equals(PmixValue.Bool.FALSE)).toList();
		for (Info channel : channels) {
			boolean mail = channel.key().equals(LogAttributes.LOG_EMAIL.key()) && channel.value() instanceof DataArray;
			if (!mail && channel.value().truth().isEmpty() && !(channel.value() instanceof PmixValue.Str)) {
				throw new PmixException(Status.ERR_BAD_PARAM, "attribute " + KnownAttributes.nameOf(channel.key())
						+ " must be a truth value or a text, not " + channel.value().type());
			}
		}
		for (Info detail : ignored(infos)) {
			if (detail.isRequired()) {
				throw new PmixException(Status.ERR_NOT_SUPPORTED, "spawn: " + KnownAttributes.nameOf(detail.key())
						+ " is required in PMIX_LOG_EMAIL, but has no effect here");
			}
		}
		Optional<Info> mail = channels.stream().filter(channel -> channel.key().equals(LogAttributes.LOG_EMAIL.key())).findFirst();
		if (mail.isPresent() && ofMail(mail.get()).get(LogAttributes.LOG_EMAIL_ADDR).or(() -> receiver(form)).isEmpty()) {
			throw new PmixException(Status.ERR_BAD_PARAM, "spawn: PMIX_LOG_EMAIL needs a receiver, PMIX_LOG_EMAIL_ADDR");
		}
		return new LogRequest(channels, form);
	}

	private static Optional<String> receiver(Infos form) {
		return form.value(LogAttributes.LOG_EMAIL_ADDR.key()).map(PmixValue::toString);
	}

	/** Returns the details of a mail that stand in the attribute itself, without its own text. */
	private static Infos ofMail(Info channel) throws PmixException {
		return channel.value() instanceof DataArray details ? details.infos().without(Set.of(LogAttributes.LOG_EMAIL_MSG.key()))
				: Infos.EMPTY;
	}

	/** Returns the details of mails that have no effect. */
	static List<Info> ignored(Infos infos) throws PmixException {
		List<Info> ignored = new ArrayList<>();
		for (Info channel : infos) {
			if (channel.key().equals(LogAttributes.LOG_EMAIL.key())) {
				ofMail(channel).stream().filter(info -> !FORMS.contains(info.key())).forEach(ignored::add);
			}
		}
		return ignored;
	}

	/** Returns the keys that have an effect on a spawn that logs events. */
	static Stream<String> keys() {
		return Stream.concat(CHANNELS.stream(), FORMS.stream());
	}

	/** Returns whether the attribute has an effect on a spawn that logs events. */
	static boolean reads(String key) {
		return CHANNELS.contains(key) || FORMS.contains(key);
	}

	/**
	 * Returns what to log in a channel.
	 *
	 * @param channel one of the channels
	 * @param name    the name under which stores keep the text
	 * @param text    one line
	 * @return the data for PMIx_Log
	 * @throws PmixException if the details of a mail are malformed
	 */
	public static List<Info> data(Info channel, String name, String text) throws PmixException {
		PmixValue line = new PmixValue.Str(text);
		String key = channel.key();
		if (key.equals(LogAttributes.LOG_JOB_RECORD.key()) || key.equals(LogAttributes.LOG_GLOBAL_DATASTORE.key())) {
			return List.of(Info.of(key, PmixValue.Bool.TRUE), Info.of(name, line));
		} else if (key.equals(LogAttributes.LOG_EMAIL.key())) {
			return List.of(Info.of(key, DataArray.of(ofMail(channel).with(LogAttributes.LOG_EMAIL_MSG, text))));
		}
		return List.of(Info.of(key, line));
	}
}
