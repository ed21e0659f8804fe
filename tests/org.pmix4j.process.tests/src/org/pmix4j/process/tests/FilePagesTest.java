// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.process.internal.posix.FilePages;

/** The memory that mappings of a file take. */
class FilePagesTest {
	private static final int SIZE = 4 << 20;

	private Path file;
	private byte[] content;

	/** The file system must have a disk, and the file be there: pages that only memory has count as written. */
	@BeforeEach
	void write() throws IOException {
		content = new byte[SIZE];
		for (int index = 0; index < SIZE; index++) {
			content[index] = (byte) (index * 31 >> 8);
		}
		file = Files.write(Files.createTempFile(Files.createDirectories(Path.of("target")), "with a space", ""), content).toRealPath();
		try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
			channel.force(true);
		}
	}

	@AfterEach
	void delete() throws IOException {
		Files.delete(file);
	}

	private MappedByteBuffer map(MapMode mode, long size) throws IOException {
		try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
			return channel.map(mode, 0, size);
		}
	}

	private static byte[] read(MappedByteBuffer mapped) {
		byte[] bytes = new byte[mapped.capacity()];
		mapped.get(0, bytes);
		return bytes;
	}

	/** Returns the resident memory of the mappings of the file in KB. */
	private int resident() throws IOException {
		int sum = 0;
		boolean isOfFile = false;
		List<String> lines = Files.readAllLines(Path.of("/proc/self/smaps"));
		for (String line : lines) {
			if (!Character.isUpperCase(line.charAt(0))) {
				isOfFile = line.endsWith(" " + file);
			} else if (isOfFile && line.startsWith("Rss:")) {
				sum += Integer.parseInt(line.replaceAll("\\D", ""));
			}
		}
		return sum;
	}

	@Test
	void release_mappingThatWasRead_leavesMemoryAndIsReadAgain() throws IOException {
		MappedByteBuffer mapped = map(MapMode.READ_ONLY, SIZE);
		assertThat(read(mapped)).isEqualTo(content);
		assertThat(resident()).isEqualTo(SIZE >> 10);

		assertThat(FilePages.release(file)).isEqualTo(SIZE);

		assertThat(resident()).isZero();
		assertThat(read(mapped)).isEqualTo(content);
	}

	@Test
	void release_privateMappingThatWasWritten_keepsWhatWasWritten() throws IOException {
		MappedByteBuffer mapped = map(MapMode.PRIVATE, SIZE);
		mapped.put(SIZE / 2, (byte) 77);

		assertThat(FilePages.release(file)).isZero();

		assertThat(mapped.get(SIZE / 2)).isEqualTo((byte) 77);
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 1020 })
	void release_smallMapping_stays(int kilobytes) throws IOException {
		MappedByteBuffer mapped = map(MapMode.READ_ONLY, kilobytes << 10);
		read(mapped);

		assertThat(FilePages.release(file)).isZero();

		assertThat(resident()).isPositive();
	}

	@Test
	void release_fileThatIsNotMapped_doesNothing() throws IOException {
		map(MapMode.READ_ONLY, SIZE);

		assertThat(FilePages.release(file.resolveSibling("other"))).isZero();
	}
}
