// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model.internal.text;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Reads files below /proc and /sys, most of which have a few bytes, though they say that they have none or a page. A launcher reads a
 * hundred of them, and the methods of {@link java.nio.file.Files} and {@link InputStream} would take up to four pages of memory for each.
 * Stateless; blocks.
 */
public final class KernelFiles {
	private static final int FEW = 512;
	private static final int GROWTH = 8;

	private KernelFiles() {
	}

	/**
	 * @param file any file
	 * @return its content
	 * @throws IOException if it cannot be read
	 */
	public static byte[] bytes(Path file) throws IOException {
		try (InputStream in = new FileInputStream(file.toFile())) {
			byte[] bytes = new byte[FEW];
			int length = in.readNBytes(bytes, 0, bytes.length);
			while (length == bytes.length) {
				bytes = Arrays.copyOf(bytes, length * GROWTH);
				length += in.readNBytes(bytes, length, bytes.length - length);
			}
			return Arrays.copyOf(bytes, length);
		}
	}

	/**
	 * @param file any file
	 * @return its content, of which each byte becomes a character, without white space at its ends
	 * @throws IOException if it cannot be read
	 */
	public static String text(Path file) throws IOException {
		return new String(bytes(file), StandardCharsets.ISO_8859_1).strip();
	}
}
