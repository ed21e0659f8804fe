// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.process.internal.cleanup.Failpoints;
import org.pmix4j.process.internal.cleanup.PrivateDirectory;

/** Private directories, and attacks by planted links (openpmix#4091, CVE-2023-41915). */
class PrivateDirectoryTest {

	private static final String PREFIX = "pmix4j-test-";

	@TempDir
	Path base = Path.of("");

	private Path victim = Path.of("");

	@BeforeEach
	void makeVictim() throws IOException {
		victim = Files.createDirectory(base.resolve("victim"));
		Files.createDirectory(victim.resolve("inner"));
		Files.writeString(victim.resolve("inner/precious"), "keep");
		Files.setPosixFilePermissions(victim, PosixFilePermissions.fromString("rwxr-x--x"));
	}

	@Test
	void create_directory_isPrivateAndUnpredictable() throws Exception {
		PrivateDirectory one = PrivateDirectory.create(base, PREFIX);
		PrivateDirectory other = PrivateDirectory.create(base, PREFIX);

		assertThat(one.path()).isAbsolute().isDirectory().hasParent(base);
		assertThat(one.path().getFileName().toString()).matches(PREFIX + "[0-9a-f]{16}");
		assertThat(one.path()).isNotEqualTo(other.path());
		assertMode(one.path(), "rwx------");
	}

	@Test
	void create_missingBase_fails() {
		assertThatThrownBy(() -> PrivateDirectory.create(base.resolve("none"), PREFIX)).isInstanceOf(NoSuchFileException.class);
	}

	@Test
	void createDirectories_nested_allArePrivate() throws Exception {
		PrivateDirectory directory = PrivateDirectory.create(base, PREFIX);

		Path rank = directory.createDirectories("job@1", "0");

		assertThat(rank).isEqualTo(directory.path().resolve("job@1").resolve("0"));
		assertMode(rank, "rwx------");
		assertMode(rank.getParent(), "rwx------");
		assertThat(directory.createDirectories("job@1", "0")).isEqualTo(rank);
	}

	@Test
	void createDirectories_existingLink_isRefused() throws Exception {
		PrivateDirectory directory = PrivateDirectory.create(base, PREFIX);
		Files.createSymbolicLink(directory.path().resolve("job"), victim);

		assertThatThrownBy(() -> directory.createDirectories("job", "0")).isInstanceOf(FileAlreadyExistsException.class);
		assertVictimUntouched();
	}

	@Test
	void createDirectories_notASingleName_isRefused() throws Exception {
		PrivateDirectory directory = PrivateDirectory.create(base, PREFIX);

		for (String name : new String[] {"", ".", "..", "a/b", "/", "a\nb"}) {
			assertThatIllegalArgumentException().isThrownBy(() -> directory.createDirectories(name));
		}
	}

	@Test
	void remove_treeOfAllKinds_removesAll() throws Exception {
		PrivateDirectory directory = PrivateDirectory.create(base, PREFIX);
		Path rank = directory.createDirectories("job", "0");
		Files.writeString(rank.resolve("file"), "x");
		Files.createDirectory(rank.resolve("empty"));
		assertThat(new ProcessBuilder("mkfifo", rank.resolve("fifo").toString()).start().waitFor()).isZero();

		assertThat(directory.remove()).isEmpty();

		assertThat(directory.path()).doesNotExist();
		assertThat(directory.remove()).isEmpty();
	}

	@Test
	void remove_veryDeepTree_removesAll() throws Exception {
		PrivateDirectory directory = PrivateDirectory.create(base, PREFIX);
		String[] names = new String[400];
		Arrays.fill(names, "d");
		Files.writeString(directory.createDirectories(names).resolve("file"), "x");

		assertThat(directory.remove()).isEmpty();
		assertThat(directory.path()).doesNotExist();
	}

	@Test
	void remove_plantedLinkAtLeaf_removesOnlyTheLink() throws Exception {
		PrivateDirectory directory = PrivateDirectory.create(base, PREFIX);
		Path rank = directory.createDirectories("job", "0");
		Files.createSymbolicLink(rank.resolve("leaf"), victim.resolve("inner/precious"));
		Files.createSymbolicLink(rank.resolve("dangling"), base.resolve("nowhere"));

		assertThat(directory.remove()).isEmpty();
		assertThat(directory.path()).doesNotExist();
		assertVictimUntouched();
	}

	@Test
	void remove_plantedLinkInTheMiddle_removesOnlyTheLink() throws Exception {
		PrivateDirectory directory = PrivateDirectory.create(base, PREFIX);
		directory.createDirectories("job");
		Files.createSymbolicLink(directory.path().resolve("job/0"), victim);

		assertThat(directory.remove()).isEmpty();
		assertThat(directory.path()).doesNotExist();
		assertVictimUntouched();
	}

	@Test
	void remove_plantedLinkAtRoot_isKept() throws Exception {
		PrivateDirectory directory = PrivateDirectory.create(base, PREFIX);
		Files.move(directory.path(), base.resolve("moved"));
		Files.createSymbolicLink(directory.path(), victim);

		assertThat(directory.remove()).singleElement().asString().contains("something else has taken its name");
		assertThat(directory.path()).isSymbolicLink();
		assertVictimUntouched();
	}

	@Test
	void remove_otherDirectoryAtRoot_isKept() throws Exception {
		PrivateDirectory directory = PrivateDirectory.create(base, PREFIX);
		Files.move(directory.path(), base.resolve("moved"));
		Files.move(victim, directory.path());

		assertThat(directory.remove()).hasSize(1);
		assertThat(directory.path().resolve("inner/precious")).hasContent("keep");
	}

	@Test
	void remove_linkSwappedForInnerDirectory_keepsTheVictim() throws Exception {
		PrivateDirectory directory = PrivateDirectory.create(base, PREFIX);
		Path rank = directory.createDirectories("job", "0");
		AtomicInteger openings = new AtomicInteger();
		Failpoints.set(Failpoints.BEFORE_OPENING, () -> {
			// the first is the root, the second the job
			if (openings.incrementAndGet() == 3) {
				swapForLink(rank);
			}
		});

		assertThat(directory.remove()).isNotEmpty().allMatch(problem -> problem.contains(directory.path().toString()));
		assertVictimUntouched();
	}

	@Test
	void remove_linkSwappedForRoot_keepsTheVictim() throws Exception {
		PrivateDirectory directory = PrivateDirectory.create(base, PREFIX);
		Failpoints.set(Failpoints.BEFORE_OPENING, () -> swapForLink(directory.path()));

		assertThat(directory.remove()).hasSize(1);
		assertVictimUntouched();
	}

	@Test
	void remove_directorySwappedForRoot_keepsTheVictim() throws Exception {
		PrivateDirectory directory = PrivateDirectory.create(base, PREFIX);
		Failpoints.set(Failpoints.BEFORE_OPENING, () -> swap(directory.path(), () -> Files.move(victim, directory.path())));

		assertThat(directory.remove()).singleElement().asString().contains("replaced during its removal");
		assertThat(directory.path().resolve("inner/precious")).hasContent("keep");
	}

	@AfterEach
	void clearFailpoints() {
		Failpoints.clear();
	}

	/** An action on files. */
	private interface FileAction {
		void run() throws IOException;
	}

	private void swapForLink(Path directory) {
		swap(directory, () -> Files.createSymbolicLink(directory, victim));
	}

	/** Moves a directory away and gives its name to a replacement. */
	private void swap(Path directory, FileAction replacement) {
		try {
			Files.move(directory, base.resolve("moved"));
			replacement.run();
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
	}

	private void assertVictimUntouched() throws IOException {
		assertThat(victim.resolve("inner/precious")).hasContent("keep");
		assertMode(victim, "rwxr-x--x");
	}

	private static void assertMode(Path path, String mode) throws IOException {
		assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path))).isEqualTo(mode);
	}
}
