// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.session;

import java.util.Optional;

import org.pmix4j.job.options.JobOption;
import org.pmix4j.job.options.OptionScope;
import org.pmix4j.job.options.OptionType;
import org.pmix4j.job.options.OptionValues;
import org.pmix4j.job.options.SessionOptions;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;

/**
 * Finds the session that the options of a job name. Stateless.
 *
 * @see "PRRTE, docs/how-things-work/schedulers; src/mca/plm/base/plm_base_receive.c, the order of the names"
 */
public final class SessionChoice {
	private SessionChoice() {
	}

	/**
	 * @param options  of the job
	 * @param sessions of the host
	 * @return the session that the first of these names: target, number, allocation, reference; empty if none is given
	 * @throws PmixException NOT_FOUND if there is no such session; NOT_SUPPORTED if several targets are given; ERR_BAD_PARAM if the number
	 *                       is none, or a further name means another session; ERR_JOB_CANCELED if the session is ending
	 */
	public static Optional<SessionRun> named(OptionValues options, Sessions sessions) throws PmixException {
		Optional<SessionRun> found = Optional.empty();
		if (!mayName(options)) {
			return found;
		}
		if (options.isSet(SessionOptions.TARGET)) {
			found = target(options.get(SessionOptions.TARGET), sessions);
		} else if (options.isSet(SessionOptions.ID)) {
			found = Optional.of(numbered(options.get(SessionOptions.ID), sessions));
		} else if (options.isSet(SessionOptions.ALLOCATION)) {
			found = Optional.of(allocation(options.get(SessionOptions.ALLOCATION), sessions));
		} else if (options.isSet(SessionOptions.REQUEST)) {
			String name = options.get(SessionOptions.REQUEST);
			found = Optional.of(sessions.findRequest(name)
					.orElseThrow(() -> unknown("no allocation was requested under the name '" + name + "', or it has ended")));
		}
		if (found.isPresent()) {
			requireNames(options, found.get());
		}
		if (found.isPresent() && found.get().isEnding()) {
			throw new PmixException(Status.ERR_JOB_CANCELED, found.get().ids() + " is ending, so no job can start in it");
		}
		return found;
	}

	/** Throws BAD_PARAM if a further name means another session. */
	private static void requireNames(OptionValues options, SessionRun session) throws PmixException {
		SessionNames names = new SessionNames(text(options, SessionOptions.ALLOCATION), text(options, SessionOptions.REQUEST),
				options.isSet(SessionOptions.ID) ? Optional.of(number(options.get(SessionOptions.ID))) : Optional.empty());
		Optional<String> other = names.foreignTo(session.ids());
		if (other.isPresent()) {
			String first = SessionOptions.NAMES.stream().filter(options::isSet).findFirst().orElseThrow().attributes().get(0).name();
			throw new PmixException(Status.ERR_BAD_PARAM, first + " names " + session.ids() + ", but " + other.get());
		}
	}

	private static Optional<String> text(OptionValues options, JobOption<String> option) {
		return options.isSet(option) ? Optional.of(options.get(option)) : Optional.empty();
	}

	/** Returns whether an option may name a session. Spares a plain launch the class of these options, which costs start-up time. */
	private static boolean mayName(OptionValues options) {
		for (JobOption<?> option : options.options()) {
			if (option.scope() == OptionScope.JOB && option.type() == OptionType.TEXT) {
				return true;
			}
		}
		return false;
	}

	private static Optional<SessionRun> target(String names, Sessions sessions) throws PmixException {
		if (names.indexOf(',') >= 0) {
			throw new PmixException(Status.ERR_NOT_SUPPORTED, "PMIX_SPAWN_TARGET names the allocations " + names
					+ ", but a job runs in one session only");
		}
		return Optional.of(allocation(names, sessions));
	}

	private static SessionRun allocation(String name, Sessions sessions) throws PmixException {
		return sessions.findAllocation(name).orElseThrow(() -> unknown("there is no allocation '" + name + "'"));
	}

	private static SessionRun numbered(String text, Sessions sessions) throws PmixException {
		return sessions.find(number(text)).orElseThrow(() -> unknown("there is no session " + text));
	}

	private static int number(String text) throws PmixException {
		try {
			return Integer.parseUnsignedInt(text);
		} catch (NumberFormatException e) {
			throw new PmixException(Status.ERR_BAD_PARAM, "the number of a session is 0 to 4294967295, not '" + text + "'", e);
		}
	}

	private static PmixException unknown(String text) {
		return new PmixException(Status.ERR_NOT_FOUND, text);
	}
}
