// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.options;

import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.pmix4j.model.PmixException;

/** The type of texts that must follow a grammar. Values stay as they were written. Immutable. */
abstract class GrammarType extends OptionType<String> {
	GrammarType(String wanted) {
		super(String.class, wanted, Form.TEXT);
	}

	/**
	 * Reads a text, which may be empty.
	 *
	 * @throws PmixException            if it breaks the grammar; the message names the wrong word
	 * @throws IllegalArgumentException as well
	 */
	abstract void check(String text) throws PmixException;

	@Override
	@Nullable
	final String read(String text) {
		return allows(text) ? text : null;
	}

	@Override
	final boolean allows(String value) {
		return refusal(value).isEmpty();
	}

	/** Returns the message of the reader, which names the wrong word. */
	@Override
	final Optional<String> refusal(String text) {
		try {
			check(text);
			return Optional.empty();
		} catch (PmixException | IllegalArgumentException e) {
			return Optional.of(String.valueOf(e.getMessage()));
		}
	}
}
