// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.options;

import java.util.List;

import org.jspecify.annotations.Nullable;

/** A umask, written in octal digits as in a shell. Stateless. */
final class ModeMaskType extends OptionType<Integer> {
	private static final int MAX = 0777;

	ModeMaskType() {
		super(Integer.class, "octal digits from 0 to 777", Form.TEXT);
	}

	@Override
	@Nullable
	Integer read(String text) {
		try {
			return Integer.valueOf(text, 8);
		} catch (NumberFormatException e) {
			return null;
		}
	}

	@Override
	boolean allows(Integer value) {
		return value >= 0 && value <= MAX;
	}

	@Override
	public List<String> format(Integer value) {
		return List.of("0" + Integer.toOctalString(value));
	}
}
