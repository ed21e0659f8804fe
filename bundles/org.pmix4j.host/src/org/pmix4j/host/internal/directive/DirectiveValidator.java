// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.directive;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

import org.pmix4j.host.internal.job.Jobs;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataType;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.KnownAttributes;

/**
 * Refuses a call with a required directive that has no effect here, and reports one that is not required to the user once; the log of the
 * host if the requester is a tool without a job. Keys that PMIx does not define are data, or private agreements, unless they are
 * required in a call that carries no data. Owned by the host's upcalls, used on the host's thread.
 *
 * @see "PMIx Standard, chapter Data Structures and Types, PMIX_INFO_REQUIRED"
 */
public final class DirectiveValidator {
	private static final String RESERVED = "pmix.";
	/** Lines about tools that are remembered; the oldest is dropped first. */
	private static final int MAX_LINES = 1024;

	private final Jobs jobs;
	private final Consumer<String> log;
	private final Map<String, Set<String>> honored = new HashMap<>();
	private final Set<String> logged = new LinkedHashSet<>();

	/**
	 * @param jobs of the host, whose users get the reports
	 * @param log  takes lines about tools without a job
	 */
	public DirectiveValidator(Jobs jobs, Consumer<String> log) {
		this.jobs = jobs;
		this.log = log;
	}

	/**
	 * Examines the directives of a call.
	 *
	 * @param function   its name in C
	 * @param requester  the process that makes it
	 * @param directives as given
	 * @throws PmixException NOT_SUPPORTED if one of them is required and has no effect
	 */
	public void examine(String function, Proc requester, Infos directives) throws PmixException {
		Set<String> keys = honored.computeIfAbsent(function, HonoredDirectives::keys);
		for (Info directive : directives) {
			String key = directive.key();
			if (!keys.contains(key) && isDirective(function, directive) && !HonoredDirectives.refusesOwn(function, key)) {
				report(function, requester, directive, "");
			}
			examineInside(function, requester, directive);
		}
	}

	/** Examines the attributes in an array that is the value of another one. */
	private void examineInside(String function, Proc requester, Info outer) throws PmixException {
		Optional<Set<String>> keys = NestedDirectives.inside(outer.key());
		if (keys.isPresent() && outer.value() instanceof DataArray array && array.elementType().equals(DataType.INFO)) {
			for (Info directive : array.infos()) {
				if (!keys.get().contains(directive.key()) && isReserved(directive.key())
						&& !HonoredDirectives.refusesOwn(function, directive.key())) {
					report(function, requester, directive, " in " + name(outer));
				}
			}
		}
	}

	private static String name(Info directive) {
		return KnownAttributes.nameOf(directive.key());
	}

	private static boolean isDirective(String function, Info info) {
		return isReserved(info.key()) || info.isRequired() && !HonoredDirectives.carriesData(function);
	}

	private static boolean isReserved(String key) {
		return key.startsWith(RESERVED) || KnownAttributes.byKey(key).isPresent();
	}

	private void report(String function, Proc requester, Info directive, String place) throws PmixException {
		String text = function + ": " + name(directive) + place + (directive.isRequired() ? " is required, but has" : " has")
				+ " no effect here";
		jobs.find(requester.nspace()).ifPresentOrElse(job -> job.course().tellOnce(text, text), () -> logOnce(requester, text));
		if (directive.isRequired()) {
			throw new PmixException(Status.ERR_NOT_SUPPORTED, text);
		}
	}

	private void logOnce(Proc tool, String text) {
		String line = text + " (tool " + tool + ")";
		if (logged.add(line)) {
			log.accept(line);
			if (logged.size() > MAX_LINES) {
				logged.remove(logged.iterator().next());
			}
		}
	}
}
