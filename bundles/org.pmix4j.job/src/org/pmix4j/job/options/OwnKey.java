// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.options;

/**
 * The key of an attribute that only our servers know. It holds the text of an option's value that no attribute of the Standard expresses.
 * Stateless.
 */
final class OwnKey {
	private static final String PREFIX = "pmix4j.";

	private OwnKey() {
	}

	/** Returns the name of the option, spelled with letters, digits and hyphens. */
	static String of(JobOption<?> option) {
		String name = option.name();
		StringBuilder key = new StringBuilder(PREFIX.length() + name.length()).append(PREFIX);
		for (int i = 0; i < name.length(); i++) {
			char each = name.charAt(i);
			key.append(each < 0x80 && Character.isLetterOrDigit(each) ? each : '-');
		}
		return key.toString();
	}
}
