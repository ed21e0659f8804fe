// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pmix4j.server.tests.CleanupFixture.RANK0;
import static org.pmix4j.server.tests.CleanupFixture.RECURSIVE;
import static org.pmix4j.server.tests.CleanupFixture.cleanDir;
import static org.pmix4j.server.tests.CleanupFixture.keep;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.model.Info;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.attributes.JobControlAttributes;

/** Tests directories that processes register for deletion: what is deleted in them, and what stays. */
class CleanupDirectoryTest {
	@RegisterExtension
	private final ServerLog log = new ServerLog();
	private final CleanupFixture job;
	private final Path folder;

	CleanupDirectoryTest(@TempDir Path folder) throws PmixException {
		this.folder = folder;
		job = new CleanupFixture(folder);
	}

	@Test
	void directory_notRecursive_losesOnlyItsFiles() throws Exception {
		Path file = job.file("dir/file");
		Path deep = job.file("dir/sub/deep");
		job.control(List.of(RANK0), cleanDir(folder.resolve("dir")));
		job.endRank0();

		assertThat(file).doesNotExist();
		assertThat(deep).exists();
	}

	@Test
	void directory_notRecursiveWithFilesOnly_isDeleted() throws Exception {
		job.file("dir/file");
		job.control(List.of(RANK0), cleanDir(folder.resolve("dir")));
		job.endRank0();

		assertThat(folder.resolve("dir")).doesNotExist();
	}

	@Test
	void directory_recursive_isDeletedWithItsContent() throws Exception {
		job.file("dir/sub/subsub/deep");
		job.control(List.of(RANK0), cleanDir(folder.resolve("dir")), RECURSIVE);
		job.endRank0();

		assertThat(folder.resolve("dir")).doesNotExist();
	}

	/** Creates the tree from the inside out, since its full path would exceed the kernel's limit. */
	private Path deepTree(int depth, String name) throws IOException {
		Path tree = Files.createDirectory(folder.resolve("tree0"));
		Files.writeString(tree.resolve("file"), "innermost");
		for (int i = 1; i < depth; i++) {
			Path outer = Files.createDirectory(folder.resolve("tree" + i));
			Files.move(tree, outer.resolve(name));
			tree = outer;
		}
		return tree;
	}

	@Test
	void directory_deeperThanAnyStackOrPath_isDeletedWithItsContent() throws Exception {
		Path tree = deepTree(4_000, "d");
		job.control(List.of(RANK0), cleanDir(tree), RECURSIVE);
		job.endRank0();
		assertThat(tree).doesNotExist();
		assertThat(log.warnings()).isEmpty();
	}

	/** Its path would be long: 765,000 bytes at the end. */
	@Test
	void directory_deepWithLongNames_isDeletedWithItsContent() throws Exception {
		Path tree = deepTree(3_000, "d".repeat(255));
		job.control(List.of(RANK0), cleanDir(tree), RECURSIVE);
		job.endRank0();
		assertThat(tree).doesNotExist();
		assertThat(log.warnings()).isEmpty();
	}

	@Test
	void directory_tooDeepWithFilesToKeep_keepsThemAndSaysSo() throws Exception {
		Path tree = deepTree(3_000, "d");
		Files.createDirectories(tree.resolve("empty/more"));
		job.control(List.of(RANK0), cleanDir(tree), RECURSIVE, Info.of(JobControlAttributes.CLEANUP_EMPTY, true));
		job.endRank0();

		assertThat(tree.resolve("d")).isDirectory();
		assertThat(tree.resolve("empty")).doesNotExist();
		assertThat(log.warnings()).singleElement().asString().contains("too deep");
		// JUnit would recurse
		assertThat(new ProcessBuilder("rm", "-rf", tree.toString()).start().waitFor()).isZero();
	}

	@Test
	void directory_deepWithKeptFile_keepsFileAndItsParents() throws Exception {
		Path tree = deepTree(100, "d");
		Path inner = tree;
		for (int i = 1; i < 50; i++) {
			inner = inner.resolve("d");
		}
		Path kept = Files.writeString(inner.resolve("kept"), "stays");
		Path beside = Files.writeString(inner.resolve("beside"), "goes");
		job.control(List.of(RANK0), cleanDir(tree), keep(kept), RECURSIVE);
		job.endRank0();
		assertThat(kept).exists();
		assertThat(beside).doesNotExist();
		assertThat(inner.resolve("d")).doesNotExist();
	}

	@Test
	void directory_top_canBeKept() throws Exception {
		job.file("dir/sub/deep");
		job.control(List.of(RANK0), cleanDir(folder.resolve("dir")), RECURSIVE, Info.of(JobControlAttributes.CLEANUP_LEAVE_TOPDIR, true));
		job.endRank0();

		assertThat(folder.resolve("dir")).isEmptyDirectory();
	}

	@Test
	void directory_emptyOnly_keepsFilesAndTheirDirectories() throws Exception {
		Path file = job.file("dir/full/file");
		Files.createDirectories(folder.resolve("dir/empty/more"));
		job.control(List.of(RANK0), cleanDir(folder.resolve("dir")), RECURSIVE, Info.of(JobControlAttributes.CLEANUP_EMPTY, true));
		job.endRank0();

		assertThat(file).exists();
		assertThat(folder.resolve("dir/empty")).doesNotExist();
	}

	@Test
	void ignored_insideADirectory_isKept() throws Exception {
		Path kept = job.file("dir/sub/kept");
		Path gone = job.file("dir/sub/gone");
		Path keptDir = job.file("dir/keptdir/x").getParent();
		job.control(List.of(RANK0), keep(kept));
		job.control(List.of(RANK0), keep(keptDir));
		job.control(List.of(RANK0), cleanDir(folder.resolve("dir")), RECURSIVE);
		job.endRank0();

		assertThat(kept).exists();
		assertThat(keptDir.resolve("x")).exists();
		assertThat(gone).doesNotExist();
	}

	@Test
	void directory_containsLink_deletesLinkNotItsTarget() throws Exception {
		Path victim = job.file("victim/precious");
		Files.createDirectories(folder.resolve("dir"));
		Files.createSymbolicLink(folder.resolve("dir/link"), victim.getParent());
		job.control(List.of(RANK0), cleanDir(folder.resolve("dir")), RECURSIVE);
		job.endRank0();

		assertThat(folder.resolve("dir")).doesNotExist();
		assertThat(victim).exists();
	}

	@Test
	void directory_replacedByLink_isNotFollowed() throws Exception {
		Path victim = job.file("victim/precious");
		Path dir = job.file("dir/x").getParent();
		job.control(List.of(RANK0), cleanDir(dir), RECURSIVE);
		Files.delete(dir.resolve("x"));
		Files.delete(dir);
		Files.createSymbolicLink(dir, victim.getParent());
		job.endRank0();

		assertThat(victim).exists();
		assertThat(log.warnings()).anyMatch(line -> line.contains("Cannot delete " + dir));
	}
}
