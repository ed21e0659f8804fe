// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.host.internal.streams.FileModes;
import org.pmix4j.testkit.Await;

class FileModesTest {
	@TempDir
	private Path folder;

	private static int mode(Path file) throws IOException {
		return (int) Files.getAttribute(file, "unix:mode") & 0777;
	}

	/** Creates a folder and a file on a new thread. */
	private Path create(FileModes modes, String name) throws Exception {
		try (ExecutorService thread = Executors.newSingleThreadExecutor()) {
			return Await.result(CompletableFuture.supplyAsync(() -> {
				modes.prepareThread();
				Path file = folder.resolve(name).resolve("below").resolve("file");
				try {
					modes.createFolders(file.getParent());
					modes.create(file).close();
				} catch (IOException e) {
					throw new IllegalStateException(e);
				}
				return file;
			}, thread));
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 022, 027, 077, 0777 & ~0300 })
	void create_underMask_givesItsModes(int mask) throws Exception {
		Path file = create(new FileModes(OptionalInt.of(mask)), "masked");

		assertThat(mode(file)).isEqualTo(0666 & ~mask);
		assertThat(mode(folder.resolve("masked"))).isEqualTo(0777 & ~mask);
		assertThat(mode(folder.resolve("masked/below"))).isEqualTo(0777 & ~mask);
	}

	@Test
	void prepareThread_otherThreads_keepTheirMask() throws Exception {
		Path before = Files.createFile(folder.resolve("before"));

		create(new FileModes(OptionalInt.of(0077)), "masked");

		assertThat(mode(create(new FileModes(OptionalInt.empty()), "other"))).isEqualTo(mode(before));
	}

	@Test
	void create_existingFile_emptiesItAndKeepsItsMode() throws Exception {
		Path file = Files.writeString(folder.resolve("file"), "long text");
		int before = mode(file);

		try (FileChannel channel = new FileModes(OptionalInt.of(0077)).create(file)) {
			channel.write(ByteBuffer.wrap(new byte[] { 'x' }));
		}

		assertThat(file).hasContent("x");
		assertThat(mode(file)).isEqualTo(before);
	}
}
