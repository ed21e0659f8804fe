// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.elf;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Looks for a text in the file of a library. Stateless. */
public final class LibraryText {
	private static final int MOST = 64 << 20;
	private static final int PIECE = 1 << 16;

	private LibraryText() {
	}

	/**
	 * {@return whether the file can be read and has the text in its first 64 MiB}
	 *
	 * @param library a file
	 * @param text    of ASCII characters, at least one
	 */
	public static boolean has(Path library, String text) {
		String end = "";
		try (InputStream bytes = Files.newInputStream(library)) {
			for (int left = MOST; left > 0; left -= PIECE) {
				byte[] piece = bytes.readNBytes(PIECE);
				// a text may begin in one piece and end in the next one
				String whole = end + new String(piece, StandardCharsets.ISO_8859_1);
				if (whole.contains(text)) {
					return true;
				}
				if (piece.length < PIECE) {
					return false;
				}
				end = whole.substring(whole.length() - text.length() + 1);
			}
			return false;
		} catch (IOException e) {
			return false;
		}
	}
}
