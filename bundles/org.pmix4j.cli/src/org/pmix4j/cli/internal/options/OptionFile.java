// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.options;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

import org.pmix4j.model.bytes.ByteStrings;
import org.pmix4j.model.internal.text.FileFailure;

/** Reads the files that options name, if they fit into the memory of this process. Stateless. */
final class OptionFile {
	private static final long MOST = 16 << 20;
	/** A parsed line takes much more memory than its text. */
	private static final int PART = 64;

	private OptionFile() {
	}

	/**
	 * Returns the lines of a file, which may be a pipe that a shell has made.
	 *
	 * @param name   of the file
	 * @param option names it, for messages
	 * @throws IllegalArgumentException if it cannot be read; the message says why
	 */
	static List<String> lines(String name, String option) {
		long largest = Math.min(MOST, Runtime.getRuntime().maxMemory() / PART);
		try (InputStream in = Files.newInputStream(Path.of(name))) {
			byte[] content = in.readNBytes((int) largest + 1);
			if (content.length > largest) {
				throw new IllegalArgumentException(option + " is larger than " + largest + " bytes"
						+ (largest < MOST ? "; a larger heap allows more (PMIX4J_MAX_HEAP=1g)" : ""));
			}
			return ByteStrings.decode(content).lines().toList();
		} catch (IOException e) {
			throw new IllegalArgumentException(option + " cannot be read: " + FileFailure.reason(e), e);
		} catch (InvalidPathException e) {
			throw new IllegalArgumentException(option + " has no valid name: " + e.getMessage(), e);
		}
	}
}
