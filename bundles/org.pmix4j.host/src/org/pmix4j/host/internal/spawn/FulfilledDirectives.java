// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.spawn;

import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.Info;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.attributes.IdentityAttributes;
import org.pmix4j.model.attributes.IofAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.attributes.ServerAttributes;
import org.pmix4j.model.attributes.SpawnAttributes;

/** Directives of a spawn that are fulfilled without doing anything, or that only inform the host. Stateless. */
final class FulfilledDirectives {
	/** Whatever their values are. */
	private static final Map<String, Attribute<?>> ALWAYS = byKey(
			// the requester's library and launcher report what they have done
			SpawnAttributes.WDIR_USER_SPECIFIED, SpawnAttributes.ENVARS_HARVESTED, ServerAttributes.SETUP_APP_ENVARS,
			ProcAttributes.PARENT_ID, IdentityAttributes.REQUESTOR_IS_CLIENT,
			// any program may run, and ranks write to two streams
			SpawnAttributes.NON_PMI, IofAttributes.FWD_STDDIAG);
	/** Each registered process is notified of the end, as by PRRTE. */
	private static final Map<String, Attribute<?>> IF_TRUE = byKey(SpawnAttributes.NOTIFY_COMPLETION);

	private FulfilledDirectives() {
	}

	private static Map<String, Attribute<?>> byKey(Attribute<?>... attributes) {
		return Stream.of(attributes).collect(Collectors.toUnmodifiableMap(Attribute::key, Function.identity()));
	}

	/** Returns the keys. */
	static Stream<String> keys() {
		return Stream.concat(ALWAYS.keySet().stream(), IF_TRUE.keySet().stream());
	}

	/** Returns whether a directive concerns a whole job, and never a single program. */
	static boolean isOfJobs(String key) {
		return key.equals(ProcAttributes.PARENT_ID.key()) || key.equals(SpawnAttributes.NOTIFY_COMPLETION.key());
	}

	/** Returns whether a directive is fulfilled; throws BAD_PARAM if its value is of another type. */
	static boolean include(Info info) throws PmixException {
		Attribute<?> always = ALWAYS.get(info.key());
		if (always != null) {
			always.read(info.value());
			return true;
		}
		Attribute<?> wish = IF_TRUE.get(info.key());
		return wish != null && Boolean.TRUE.equals(wish.read(info.value()));
	}
}
