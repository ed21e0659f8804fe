// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.options;

import java.util.List;

import org.jspecify.annotations.Nullable;

/** The type of changes to the environment, each of which is written as NAME=VALUE. Stateless. */
final class EditsType extends OptionType<EnvironmentEdits> {
	EditsType() {
		super(EnvironmentEdits.class, "NAME=VALUE or NAME", Form.TEXT);
	}

	/** A name without a value stands for a variable of the launcher, which the ranks inherit anyway. */
	@Override
	@Nullable
	EnvironmentEdits read(String text) {
		int equals = text.indexOf('=');
		if (equals == 0 || text.isEmpty()) {
			return null;
		}
		return equals < 0 ? EnvironmentEdits.NONE : EnvironmentEdits.NONE.plusSet(text.substring(0, equals), text.substring(equals + 1));
	}

	@Override
	EnvironmentEdits join(EnvironmentEdits earlier, EnvironmentEdits later) {
		return earlier.plus(later);
	}

	@Override
	public List<String> format(EnvironmentEdits value) {
		return value.assignments();
	}

	@Override
	public boolean isRepeatable() {
		return true;
	}
}
