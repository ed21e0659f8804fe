// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.contentOf;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.host.HostOptions;
import org.pmix4j.host.LocalHost;
import org.pmix4j.host.LocalJob;
import org.pmix4j.job.JobSpec;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.LogCapture;

/** Tests a host whose session directory someone removes, as cleaners of temporary files do. */
class UpkeepTest {
	private static final Duration LIMIT = Duration.ofMinutes(2);

	private final Path base;

	UpkeepTest(@TempDir Path base) {
		this.base = base;
	}

	private static void removeTree(Path directory) throws IOException {
		try (Stream<Path> all = Files.walk(directory)) {
			for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
				Files.delete(each);
			}
		}
	}

	private static List<String> names(Path directory) {
		String[] names = directory.toFile().list();
		return names == null ? List.of() : Arrays.stream(names).sorted().toList();
	}

	@Test
	void sessionDirectoryRemoved_isMadeAgainWithAllThatBelongsToIt() throws Exception {
		try (LocalHost host = LocalHost.start(HostOptions.defaults().withDirectory(base))) {
			LocalJob job = host.launch(JobSpec.of(2, "sleep", "1000"));
			assertThat(Await.result(job.started())).isTrue();
			List<String> before = names(host.directory());
			assertThat(before).contains(".owner", job.nspace()).anyMatch(name -> name.startsWith("pmix."));

			removeTree(host.directory());

			Await.until("the directory is back", LIMIT, () -> Files.isDirectory(job.directory().resolve("1"))
					&& names(host.directory()).equals(before));
			assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(host.directory()))).isEqualTo("rwx------");
			job.terminate();
			Await.result(job.ended());
			assertThat(job.directory()).doesNotExist();
			assertThat(Await.result(host.launch(JobSpec.of(1, "true")).ended()).isSuccess()).isTrue();
		}
		assertThat(base).isEmptyDirectory();
	}

	@Test
	void ownerFileRemoved_isWrittenAgain() throws Exception {
		try (LocalHost host = LocalHost.start(HostOptions.defaults().withDirectory(base))) {
			Path owner = host.directory().resolve(".owner");
			String text = Files.readString(owner);

			Files.delete(owner);

			Await.until("the file is back", LIMIT, () -> Files.exists(owner) && contentOf(owner.toFile()).equals(text));
		}
	}

	@Test
	void nameOfSessionDirectoryIsTaken_theOtherFileIsKept() throws Exception {
		Path taken;
		try (LocalHost host = LocalHost.start(HostOptions.defaults().withDirectory(base));
				LogCapture log = LogCapture.of("org.pmix4j.host.LocalHost")) {
			taken = host.directory();
			removeTree(taken);
			Files.writeString(taken, "precious");

			Await.until("it is reported", LIMIT, () -> log.messages(System.Logger.Level.WARNING).stream()
					.anyMatch(line -> line.contains("someone has removed files of the running server") && line.contains(taken.toString())));
		}
		assertThat(taken).hasContent("precious");
	}
}
