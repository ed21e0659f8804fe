// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.directive;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

import org.pmix4j.host.internal.job.Jobs;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.KnownAttributes;

/**
 * Refuses a call with a required directive that has no effect here, and tells the user once of one that is not required. Keys that PMIx
 * does not define are data, or agreed upon by others. Owned by the host's upcalls, used on the host's thread.
 *
 * @see "PMIx Standard, chapter Data Structures and Types, PMIX_INFO_REQUIRED"
 */
public final class DirectiveDesk {
	private static final String RESERVED = "pmix.";

	private final Jobs jobs;
	private final Map<String, Set<String>> honored = new HashMap<>();

	/** @param jobs of the host, whose users are told */
	public DirectiveDesk(Jobs jobs) {
		this.jobs = jobs;
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
			if (!keys.contains(key) && isReserved(key) && !HonoredDirectives.refusesOwn(function, key)) {
				report(function, requester, directive);
			}
		}
	}

	private static boolean isReserved(String key) {
		return key.startsWith(RESERVED) || KnownAttributes.byKey(key).isPresent();
	}

	private void report(String function, Proc requester, Info directive) throws PmixException {
		String name = KnownAttributes.byKey(directive.key()).map(Attribute::name).orElse(directive.key());
		String text = function + ": " + name + (directive.isRequired() ? " is required, but has" : " has") + " no effect here";
		jobs.find(requester.nspace()).ifPresent(job -> job.course().tellOnce(text, text));
		if (directive.isRequired()) {
			throw new PmixException(Status.ERR_NOT_SUPPORTED, text);
		}
	}
}
