// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.testkit;

import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Bytes that tests send through a launcher. Stateless. */
public final class OutputBytes {
	private OutputBytes() {
	}

	/**
	 * @param last last number
	 * @return the output of {@code seq last}
	 */
	public static byte[] numbers(int last) {
		return IntStream.rangeClosed(1, last).mapToObj(number -> number + "\n").collect(Collectors.joining())
				.getBytes(StandardCharsets.US_ASCII);
	}
}
