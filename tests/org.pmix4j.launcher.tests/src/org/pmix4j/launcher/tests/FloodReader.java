// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.launcher.tests;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Separates the output of many out_flood ranks and compares each rank's bytes with the checksum that the rank has stored. A line begins
 * with the five digits of its rank and ends with a line feed, or with a dot if it is the last and has none; the launcher puts a line feed
 * after the dot. Used by one thread.
 */
final class FloodReader {
	private static final long HASH_START = 0xcbf29ce484222325L;
	private static final long HASH_FACTOR = 0x100000001b3L;
	private static final int RANK_DIGITS = 5;
	private static final int BUFFER = 1 << 16;

	/** FNV-1a hash of the bytes of one rank. */
	private static final class Sum {
		long bytes;
		long hash = HASH_START;

		void add(int value) {
			bytes++;
			hash = (hash ^ value) * HASH_FACTOR;
		}

		@Override
		public String toString() {
			return bytes + " " + String.format("%016x", hash);
		}
	}

	private final Map<Integer, Sum> sums = new HashMap<>();
	private final byte[] prefix = new byte[RANK_DIGITS];
	private int inPrefix;
	private boolean unfinished;
	private Optional<Sum> line = Optional.empty();

	/** Reads to the end of the stream. */
	FloodReader read(InputStream stream) throws IOException {
		byte[] buffer = new byte[BUFFER];
		int count = stream.read(buffer);
		while (count >= 0) {
			for (int i = 0; i < count; i++) {
				take(buffer[i]);
			}
			count = stream.read(buffer);
		}
		return this;
	}

	private void take(byte value) {
		if (line.isPresent()) {
			line.get().add(value);
			if (value == '\n' || value == '.') {
				line = Optional.empty();
				unfinished = value == '.';
			}
		} else if (unfinished && value == '\n') {
			unfinished = false;
		} else {
			unfinished = false;
			prefix[inPrefix++] = value;
			if (inPrefix == RANK_DIGITS) {
				Sum sum = sums.computeIfAbsent(rank(), rank -> new Sum());
				for (byte digit : prefix) {
					sum.add(digit);
				}
				line = Optional.of(sum);
				inPrefix = 0;
			}
		}
	}

	private int rank() {
		int rank = 0;
		for (byte digit : prefix) {
			if (digit < '0' || digit > '9') {
				throw new AssertionError("a line begins with " + new String(prefix));
			}
			rank = 10 * rank + digit - '0';
		}
		return rank;
	}

	/**
	 * @param folder folder with the checksums of the ranks
	 * @param stream out or err
	 * @param ranks  number of ranks
	 * @return differences from the checksums, one text per rank
	 */
	List<String> differences(Path folder, String stream, int ranks) throws IOException {
		List<String> differences = new ArrayList<>();
		for (int rank = 0; rank < ranks; rank++) {
			String sent = Files.readAllLines(folder.resolve("rank." + rank)).stream()
					.filter(text -> text.startsWith(stream + " ")).findAny().orElse("nothing");
			String came = stream + " " + sums.getOrDefault(rank, new Sum());
			if (!came.equals(sent)) {
				differences.add("rank " + rank + " sent " + sent + ", but " + came + " came");
			}
		}
		return differences;
	}
}
