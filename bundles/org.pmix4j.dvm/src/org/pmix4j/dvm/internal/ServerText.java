// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.dvm.internal;

import java.nio.charset.StandardCharsets;
import java.util.List;

import org.pmix4j.model.ByteObject;

/** The messages of PRRTE: framed by lines of hyphens, with empty lines, and ended by a zero byte. Stateless. */
public final class ServerText {
	private ServerText() {
	}

	/**
	 * {@return the lines that say something}
	 *
	 * @param text as the server has sent it
	 */
	public static List<String> lines(String text) {
		return text.lines().map(line -> line.replace("\0", "").stripTrailing()).filter(line -> !line.isEmpty())
				.filter(line -> !line.chars().allMatch(each -> each == '-')).toList();
	}

	static List<String> lines(ByteObject text) {
		return lines(new String(text.toByteArray(), StandardCharsets.UTF_8));
	}
}
