// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.options;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/** The size of a terminal, written as rows, {@code x} and columns. Stateless. */
final class TerminalSizeType extends OptionType<TerminalSize> {
	private static final Pattern FORM = Pattern.compile("([0-9]{1,5})x([0-9]{1,5})");

	TerminalSizeType() {
		super(TerminalSize.class, "rows and columns such as 24x80", Form.TEXT);
	}

	@Override
	@Nullable
	TerminalSize read(String text) {
		Matcher form = FORM.matcher(text.strip());
		if (!form.matches()) {
			return null;
		}
		try {
			return new TerminalSize(Integer.parseInt(form.group(1)), Integer.parseInt(form.group(2)));
		} catch (IllegalArgumentException outOfRange) {
			return null;
		}
	}
}
