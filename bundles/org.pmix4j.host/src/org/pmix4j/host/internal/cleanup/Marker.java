// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.cleanup;

/**
 * What tells our processes from all others, even after they left their process group: an environment variable whose value begins with
 * a text that no other launcher uses, e.g. PMIX_NAMESPACE and the part that all namespaces of one host runtime have in common. Immutable.
 *
 * @param name the variable: letters, digits and '_'
 * @param valuePrefix how its value begins: at least 12 letters, digits and {@code _ . @ : -}. Whatever carries it may be killed, so it
 *        has to hold a random part
 */
public record Marker(String name, String valuePrefix) {

	/** Validates both parts; the watchdog makes a regular expression and a shell word of them. */
	public Marker {
		if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
			throw new IllegalArgumentException("\"" + name + "\" is no name of an environment variable");
		}
		if (!valuePrefix.matches("[A-Za-z0-9_.@:-]{12,255}")) {
			throw new IllegalArgumentException(
					"marker value \"" + valuePrefix + "\" is not made of 12 to 255 letters, digits and _ . @ : -");
		}
	}

	/** As it stands at the beginning of an entry of the environment. */
	@Override
	public String toString() {
		return name + "=" + valuePrefix;
	}
}
