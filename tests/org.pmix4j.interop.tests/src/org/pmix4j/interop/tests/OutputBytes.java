// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Bytes that tests send through a launcher. Stateless. */
final class OutputBytes {
	private OutputBytes() {
	}

	/** Returns the output of {@code seq last}. */
	static byte[] numbers(int last) {
		return IntStream.rangeClosed(1, last).mapToObj(number -> number + "\n").collect(Collectors.joining())
				.getBytes(StandardCharsets.US_ASCII);
	}
}
