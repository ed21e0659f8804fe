// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model.internal.text;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * Reads files named by users. Refuses anything but regular files: reading a pipe could block forever, reading a device never end.
 * Stateless.
 */
public final class RegularFile {
	private RegularFile() {
	}

	/**
	 * Reads a file. Blocks on the file system.
	 *
	 * @param file    its path
	 * @param largest the most bytes that it may have, less than 2 GiB
	 * @return its content
	 * @throws IOException if it is missing, not a regular file, too large or not readable; {@link FileFailure#reason} returns the reason
	 */
	public static byte[] read(Path file, long largest) throws IOException {
		BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
		if (found.isDirectory()) {
			throw new FileSystemException(file.toString(), null, "is a directory");
		}
		if (!found.isRegularFile()) {
			throw new FileSystemException(file.toString(), null, "is a device or a pipe, not a regular file");
		}
		if (found.size() <= largest) {
			try (InputStream in = Files.newInputStream(file)) {
				byte[] content = in.readNBytes((int) largest + 1);
				if (content.length <= largest) {
					return content;
				}
			}
		}
		throw new FileSystemException(file.toString(), null, "is larger than " + largest + " bytes");
	}

	/**
	 * Reads a file of UTF-8 text as {@link #read} does.
	 *
	 * @param file    its path
	 * @param largest the most bytes that it may have, less than 2 GiB
	 * @return its text
	 * @throws IOException as {@link #read} does, or if it is not UTF-8
	 */
	public static String text(Path file, long largest) throws IOException {
		return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(read(file, largest))).toString();
	}
}
