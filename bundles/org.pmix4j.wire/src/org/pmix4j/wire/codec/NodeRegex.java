// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.codec;

import java.util.List;

import org.pmix4j.model.ByteObject;

/** Lists of node names in one string. */
public final class NodeRegex {
	private NodeRegex() {
	}

	public static String generate(List<String> nodes) {
		throw new UnsupportedOperationException();
	}

	public static List<String> parse(ByteObject regex, Limits limits) throws MalformedMessageException {
		throw new UnsupportedOperationException();
	}

	public static List<String> parse(String regex, Limits limits) throws MalformedMessageException {
		throw new UnsupportedOperationException();
	}
}
