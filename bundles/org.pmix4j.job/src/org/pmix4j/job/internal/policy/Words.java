// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.internal.policy;

import java.util.ArrayList;
import java.util.List;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;

/** Reads words of policies, in which case does not matter and the beginning of a word is enough. Stateless. */
public final class Words {
	private Words() {
	}

	/**
	 * @param given the text of a user
	 * @param word  a word in lower case
	 * @return whether the text is the beginning of the word; of a word with dashes each part may be cut
	 */
	public static boolean matches(String given, String word) {
		if (given.isEmpty()) {
			return false;
		}
		List<String> parts = split(given, '-');
		List<String> wanted = split(word, '-');
		if (parts.size() > wanted.size()) {
			return false;
		}
		for (int part = 0; part < parts.size(); part++) {
			if (!wanted.get(part).regionMatches(true, 0, parts.get(part), 0, parts.get(part).length())) {
				return false;
			}
		}
		return true;
	}

	/**
	 * @param text      a list
	 * @param separator what stands between its entries
	 * @return the entries; empty ones are dropped, as in PRRTE
	 */
	public static List<String> split(String text, char separator) {
		List<String> parts = new ArrayList<>();
		int begin = 0;
		for (int at = 0; at <= text.length(); at++) {
			if (at == text.length() || text.charAt(at) == separator) {
				if (at > begin) {
					parts.add(text.substring(begin, at));
				}
				begin = at + 1;
			}
		}
		return parts;
	}

	/**
	 * @param text  a text
	 * @param limit the greatest number allowed
	 * @return the decimal number that it is; negative if it is none
	 */
	public static int number(String text, int limit) {
		long value = text.isEmpty() ? -1 : 0;
		for (int at = 0; at < text.length(); at++) {
			char digit = text.charAt(at);
			value = digit < '0' || digit > '9' || value > limit ? -1 : value * 10 + digit - '0';
			if (value < 0) {
				return -1;
			}
		}
		return value > limit ? -1 : (int) value;
	}

	/**
	 * @param message says what is wrong and what is allowed
	 * @return the refusal of a policy
	 */
	public static PmixException refused(String message) {
		return new PmixException(Status.ERR_BAD_PARAM, message);
	}
}
