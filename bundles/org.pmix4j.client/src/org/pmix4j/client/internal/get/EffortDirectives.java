// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.get;

import java.util.Optional;
import java.util.Set;

import org.pmix4j.client.GetOptions;
import org.pmix4j.client.GetOptions.Effort;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.internal.support.GetSupport;

/** Converts the attributes of C programs to {@link GetOptions}. Stateless. */
final class EffortDirectives {
	private static final Set<String> READ = Set.of(KeyValueAttributes.OPTIONAL.key(), KeyValueAttributes.IMMEDIATE.key(),
			KeyValueAttributes.GET_REFRESH_CACHE.key());

	private static final GetSupport SUPPORT = new GetSupport();

	private EffortDirectives() {
	}

	/**
	 * Returns the options with the attributes moved to the options that they stand for.
	 *
	 * @throws PmixException NOT_SUPPORTED if a required directive has no effect, BAD_PARAM if one has the wrong type
	 */
	static GetOptions read(GetOptions options) throws PmixException {
		Infos infos = options.infos();
		SUPPORT.check(infos);
		if (infos.isEmpty() || infos.stream().noneMatch(info -> READ.contains(info.key()))) {
			return options;
		}
		return new GetOptions(effort(infos).orElse(options.effort()), options.limit(),
				infos.without(READ));
	}

	private static Optional<Effort> effort(Infos infos) throws PmixException {
		if (infos.isTrue(KeyValueAttributes.GET_REFRESH_CACHE)) {
			return Optional.of(Effort.REFRESH);
		}
		if (infos.isTrue(KeyValueAttributes.OPTIONAL)) {
			return Optional.of(Effort.OPTIONAL);
		}
		return infos.isTrue(KeyValueAttributes.IMMEDIATE) ? Optional.of(Effort.IMMEDIATE) : Optional.empty();
	}
}
