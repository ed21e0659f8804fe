// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.posix;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.pmix4j.model.bytes.ByteStrings;

/**
 * Takes pages of a file out of the memory of this process. They stay in the cache of the kernel, which maps those that are used again.
 * Stateless; blocks on the file system.
 *
 * @see "proc(5): /proc/pid/smaps, and madvise(2): MADV_DONTNEED"
 */
public final class FilePages {
	private static final Path MAPPINGS = Path.of("/proc/self/smaps");
	private static final Path PROGRAM = Path.of("/proc/self/exe");
	/** A smaller mapping is not worth a system call. */
	private static final long LEAST = 1 << 20;
	private static final int HEXADECIMAL = 16;
	private static final Pattern MAPPING = Pattern.compile("([0-9a-f]+)-([0-9a-f]+) (\\S+) \\S+ \\S+ \\S+ +(.*)");
	/** Pages that the process has written, as the dynamic linker does before it forbids that, differ from those of the file. */
	private static final Pattern WRITTEN = Pattern.compile("(Private_Dirty|Anonymous|Swap): +[1-9][0-9]* kB");

	private FilePages() {
	}

	/** Releases those of the program that this process runs: its start has used many of them once. Has no effect if /proc cannot be read. */
	public static void releaseOwn() {
		try {
			release(Files.readSymbolicLink(PROGRAM));
		} catch (IOException e) {
			Log.LOG.log(Level.DEBUG, "the pages of the program stay", e);
		}
	}

	/**
	 * Releases those of the mappings of a file that can be read only, are large, and were never written.
	 *
	 * @param file as /proc names it
	 * @return the size of these mappings in bytes
	 * @throws IOException if /proc cannot be read
	 */
	public static long release(Path file) throws IOException {
		long released = 0;
		long begin = 0;
		long length = 0;
		for (String line : ByteStrings.decode(Files.readAllBytes(MAPPINGS)).split("\n")) {
			Matcher mapping = Character.isUpperCase(line.charAt(0)) ? null : MAPPING.matcher(line);
			if (mapping != null) {
				released += release(begin, length);
				boolean fits = mapping.matches() && mapping.group(3).indexOf('w') < 0 && mapping.group(4).equals(file.toString());
				begin = fits ? Long.parseUnsignedLong(mapping.group(1), HEXADECIMAL) : 0;
				length = fits ? Long.parseUnsignedLong(mapping.group(2), HEXADECIMAL) - begin : 0;
			} else if (length > 0 && WRITTEN.matcher(line).matches()) {
				length = 0;
			}
		}
		return released + release(begin, length);
	}

	private static long release(long begin, long length) {
		return length >= LEAST && Posix.madvise(begin, length, Posix.MADV_DONTNEED) == 0 ? length : 0;
	}
}
