// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.spawn;

import java.util.Locale;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.attributes.SpawnAttributes;

/**
 * So many processes on each resource of a kind: {@code 4:node}. Only nodes are counted here. Stateless.
 *
 * @see "PMIx Standard, chapter Process Management, PMIX_PPR; PRRTE, --map-by ppr:4:node"
 */
final class PerResource {
	private static final Pattern PATTERN = Pattern.compile("(\\d{1,5}):node(:(no)?oversubscribe)?");
	private static final String MAPPING = "ppr:";

	private PerResource() {
	}

	static boolean isKnown(String pattern) {
		return matcher(pattern).matches();
	}

	/** Whether a mapping is one of these, with a resource that is counted here. */
	static boolean isKnownMapping(String mapping) {
		return mapping.toLowerCase(Locale.ROOT).startsWith(MAPPING) && isKnown(mapping.substring(MAPPING.length()));
	}

	/** Returns how many may run on the only node, if that is said. */
	static OptionalInt onNode(Infos infos) throws PmixException {
		String pattern = infos.get(SpawnAttributes.PPR).orElse("");
		String mapping = infos.get(SpawnAttributes.MAPBY).orElse("");
		Matcher matcher = matcher(pattern.isEmpty() && isKnownMapping(mapping) ? mapping.substring(MAPPING.length()) : pattern);
		return matcher.matches() ? OptionalInt.of(Integer.parseInt(matcher.group(1))) : OptionalInt.empty();
	}

	private static Matcher matcher(String pattern) {
		return PATTERN.matcher(pattern.strip().toLowerCase(Locale.ROOT));
	}
}
