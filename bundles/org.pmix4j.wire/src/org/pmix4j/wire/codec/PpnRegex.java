// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.codec;

import java.util.List;

import org.pmix4j.model.ByteObject;

/** Ranks of each node in one string. */
public final class PpnRegex {
	private PpnRegex() {
	}

	public static String generate(List<List<Integer>> ranksOfNodes) {
		throw new UnsupportedOperationException();
	}

	public static List<List<Integer>> parse(ByteObject regex, Limits limits) throws MalformedMessageException {
		throw new UnsupportedOperationException();
	}

	public static List<List<Integer>> parse(String regex, Limits limits) throws MalformedMessageException {
		throw new UnsupportedOperationException();
	}
}
