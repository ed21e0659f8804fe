// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.output;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Knows which programs and libraries have debug information, by which their addresses lead to source lines. Reads the names of a file's
 * sections, once for each state of the file; may be used from any thread.
 *
 * @see "System V Application Binary Interface, chapter Object Files: ELF header, sections"
 */
final class DebugInfo {
	private static final int MAGIC = 0x7f454c46;
	private static final byte WIDE = 2;
	private static final byte LITTLE_ENDIAN = 1;
	private static final int HEADER = 64;
	private static final int WIDE_SECTION = 64;
	private static final int MOST_BYTES = 1 << 20;
	private static final int MOST_KNOWN = 1000;
	private static final String LINES = ".debug_line\0";

	private record State(String file, long modified) {
	}

	private static final Map<State, Boolean> KNOWN = new ConcurrentHashMap<>();

	private DebugInfo() {
	}

	/** Returns whether a file has the lines of its sources; false for a file that cannot be read, and for one of 32 bits. */
	static boolean isIn(Path file) {
		try {
			State state = new State(file.toString(), Files.getLastModifiedTime(file).toMillis());
			if (KNOWN.size() > MOST_KNOWN) {
				KNOWN.clear();
			}
			Boolean known = KNOWN.get(state);
			boolean has = known != null ? known : read(file);
			KNOWN.put(state, has);
			return has;
		} catch (IOException e) {
			return false;
		}
	}

	private static boolean read(Path path) throws IOException {
		try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
			if (file.length() < HEADER) {
				return false;
			}
			ByteBuffer header = bytes(file, 0, HEADER);
			if (header.getInt(0) != MAGIC || header.get(4) != WIDE) {
				return false;
			}
			header.order(header.get(5) == LITTLE_ENDIAN ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
			long sections = header.getLong(40);
			int names = Short.toUnsignedInt(header.getShort(62));
			ByteBuffer section = bytes(file, sections + (long) names * WIDE_SECTION, WIDE_SECTION).order(header.order());
			int size = Math.clamp(section.getLong(32), 0, MOST_BYTES);
			return StandardCharsets.ISO_8859_1.decode(bytes(file, section.getLong(24), size)).toString().contains(LINES);
		}
	}

	private static ByteBuffer bytes(RandomAccessFile file, long position, int count) throws IOException {
		byte[] bytes = new byte[count];
		file.seek(Math.max(0, position));
		file.readFully(bytes);
		return ByteBuffer.wrap(bytes);
	}
}
