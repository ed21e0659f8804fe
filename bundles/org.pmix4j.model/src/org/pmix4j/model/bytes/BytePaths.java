// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model.bytes;

import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Converts paths of the default file system to texts of {@link ByteStrings} and back. {@link Path#of} and {@link Path#toString} use the
 * charset of the locale, in which many names cannot be spelled; a file URI holds the bytes of any name. Stateless; reads no file.
 */
public final class BytePaths {
	/** Nothing below it exists, so that {@link Path#toUri}, which asks whether the path is a directory, never waits for a file system. */
	private static final Path NO_DIRECTORY = Path.of("/dev/null");
	private static final int START = NO_DIRECTORY.toUri().getRawPath().length() + 1;
	private static final String UNESCAPED = "/-._~";

	private BytePaths() {
	}

	/**
	 * {@return the path with the same bytes}
	 *
	 * @param text a path, absolute or relative
	 * @throws InvalidPathException if the text contains a NUL, or a lone surrogate that stands for no byte
	 */
	public static Path of(String text) {
		if (ByteStrings.isAscii(text)) {
			return Path.of(text);
		}
		if (text.codePoints().anyMatch(c -> c == 0 || c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE && !ByteStrings.isByte(c))) {
			throw new InvalidPathException(text, "contains a character that no name can hold");
		}
		Path absolute = Path.of(URI.create("file:///" + escaped(ByteStrings.encode(text))));
		return text.startsWith("/") ? absolute : names(absolute);
	}

	/**
	 * {@return its text}
	 *
	 * @param path a path, absolute or relative
	 */
	public static String text(Path path) {
		String plain = path.toString();
		if (ByteStrings.isAscii(plain)) {
			return plain;
		}
		String text = ByteStrings.decode(unescaped(NO_DIRECTORY.resolve(names(path)).toUri().getRawPath().substring(START)));
		return path.isAbsolute() ? "/" + text : text;
	}

	/** Returns the path as a relative one; unlike {@link Path#relativize}, keeps names such as "..". */
	private static Path names(Path path) {
		return path.subpath(0, path.getNameCount());
	}

	/** Writes bytes as the path of a URI, without its first slash and redundant ones. */
	private static String escaped(byte[] bytes) {
		StringBuilder uri = new StringBuilder();
		for (byte b : bytes) {
			boolean isRedundant = b == '/' && (uri.isEmpty() || uri.charAt(uri.length() - 1) == '/');
			if (isRedundant) {
				continue;
			}
			if (b >= 0 && (Character.isLetterOrDigit(b) || UNESCAPED.indexOf(b) >= 0)) {
				uri.append((char) b);
			} else {
				uri.append('%').append(HexFormat.of().toHexDigits(b));
			}
		}
		return uri.toString();
	}

	private static byte[] unescaped(String uri) {
		byte[] bytes = new byte[uri.length()];
		int size = 0;
		for (int i = 0; i < uri.length(); i++) {
			if (uri.charAt(i) == '%') {
				bytes[size++] = (byte) HexFormat.fromHexDigits(uri, i + 1, i + 3);
				i += 2;
			} else {
				bytes[size++] = (byte) uri.charAt(i);
			}
		}
		return Arrays.copyOf(bytes, size);
	}
}
