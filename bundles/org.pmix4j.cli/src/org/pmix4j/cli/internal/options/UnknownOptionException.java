// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.options;

/** A word that begins no option of a command. */
public final class UnknownOptionException extends IllegalArgumentException {
	private static final long serialVersionUID = 1;

	private final String word;

	UnknownOptionException(String word, String message) {
		super(message);
		this.word = word;
	}

	/** @return the word */
	public String word() {
		return word;
	}
}
