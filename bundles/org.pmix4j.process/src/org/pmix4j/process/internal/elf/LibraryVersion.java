// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.elf;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Looks for the release in the file of a library: Open MPI and MPICH keep it as a text of its own, such as {@code 4.1.4}, from which
 * MPI_Get_library_version makes its text. Stateless.
 */
public final class LibraryVersion {
	private static final int MOST = 64 << 20;
	private static final int PIECE = 1 << 16;
	private static final int LONGEST = 24;

	private LibraryVersion() {
	}

	/**
	 * {@return the first text of the file that looks like a release; empty if there is none or the file cannot be read}
	 *
	 * @param library a file
	 */
	public static Optional<String> of(Path library) {
		byte[] piece = new byte[PIECE];
		StringBuilder text = new StringBuilder();
		// the bytes before the first NUL are not the beginning of a text
		boolean possible = false;
		try (InputStream bytes = Files.newInputStream(library)) {
			int left = MOST;
			for (int count = bytes.read(piece); count > 0 && left > 0; count = bytes.read(piece)) {
				left -= count;
				for (int i = 0; i < count; i++) {
					char c = (char) (piece[i] & 0xff);
					if (c == 0) {
						if (possible && isRelease(text)) {
							return Optional.of(text.charAt(0) == 'v' ? text.substring(1) : text.toString());
						}
						text.setLength(0);
						possible = true;
					} else if (possible) {
						text.append(c);
						possible = text.length() <= LONGEST && (text.length() > 1 || c == 'v' || c >= '1' && c <= '9');
					}
				}
			}
			return Optional.empty();
		} catch (IOException e) {
			return Optional.empty();
		}
	}

	/** Returns whether a text is like 4.1.4, v4.1.4, 4.2.1 or 5.0.0rc1. */
	private static boolean isRelease(CharSequence text) {
		int at = text.length() > 0 && text.charAt(0) == 'v' ? 1 : 0;
		int numbers = 0;
		while (at < text.length() && isDigit(text.charAt(at))) {
			while (at < text.length() && isDigit(text.charAt(at))) {
				at++;
			}
			numbers++;
			if (at < text.length() && text.charAt(at) == '.') {
				at++;
			} else {
				break;
			}
		}
		if (numbers != 3) {
			return false;
		}
		while (at < text.length() && (text.charAt(at) >= 'a' && text.charAt(at) <= 'z' || isDigit(text.charAt(at)))) {
			at++;
		}
		return at == text.length();
	}

	private static boolean isDigit(char c) {
		return c >= '0' && c <= '9';
	}
}
