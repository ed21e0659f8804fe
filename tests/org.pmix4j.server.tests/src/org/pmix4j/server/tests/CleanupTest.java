// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.JobControlAttributes;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.wire.internal.message.ControlRequest;

/** Tests files and directories that processes register for deletion at their end or at the end of their job. */
class CleanupTest {
	private static final Proc RANK0 = Proc.of("job", 0);
	private static final Proc RANK1 = Proc.of("job", 1);
	private static final Info RECURSIVE = Info.of(JobControlAttributes.CLEANUP_RECURSIVE, true);

	/** Records the requests that reached the host. */
	private static final class Controller implements PmixHost {
		private final List<Infos> directives = new ArrayList<>();

		@Override
		public CompletionStage<Infos> jobControl(Proc requester, List<Proc> targets, Infos told) {
			directives.add(told);
			return CompletableFuture.completedFuture(Infos.EMPTY);
		}
	}

	@RegisterExtension
	private final ServerLog log = new ServerLog();
	private final Controller host = new Controller();
	private final TestServer server;
	private final TestPeer peer;
	private final Path folder;

	CleanupTest(@TempDir Path folder) throws PmixException {
		this.folder = folder;
		server = TestServer.open(host);
		server.job("job", 2);
		peer = server.connect("job", 0);
	}

	private Path file(String name) throws IOException {
		Path file = folder.resolve(name);
		Files.createDirectories(file.getParent());
		return Files.writeString(file, name);
	}

	private static Info clean(Path path) {
		return Info.of(JobControlAttributes.REGISTER_CLEANUP, path.toString());
	}

	private static Info cleanDir(Path path) {
		return Info.of(JobControlAttributes.REGISTER_CLEANUP_DIR, path.toString());
	}

	private static Info keep(Path path) {
		return Info.of(JobControlAttributes.CLEANUP_IGNORE, path.toString());
	}

	private Status control(List<Proc> targets, Info... infos) throws PmixException {
		return peer.ask(new ControlRequest.JobControl(targets, Infos.of(infos)));
	}

	private void endRank0() throws PmixException {
		server.get(server.core().deregisterClient(RANK0));
	}

	private void endJob() throws PmixException {
		server.get(server.core().deregisterNamespace("job"));
	}

	@Test
	void file_processEnds_isDeleted() throws Exception {
		Path file = file("mine");
		assertThat(control(List.of(RANK0), clean(file))).isEqualTo(Status.SUCCESS);
		peer.finish();
		assertThat(file).as("finalized, but not ended").exists();
		endRank0();

		assertThat(file).doesNotExist();
		assertThat(host.directives).isEmpty();
	}

	@Test
	void reply_pureCleanup_isStatusOnly() throws Exception {
		int tag = peer.send(new ControlRequest.JobControl(List.of(RANK0), Infos.of(clean(file("mine")))));

		assertThat(peer.payload(tag)).containsExactly(2, 0);
	}

	@Test
	void file_ofAnotherProcess_isDeletedAtTheEndOfThatProcess() throws Exception {
		Path file = file("his");
		control(List.of(RANK1), clean(file));
		endRank0();
		assertThat(file).exists();
		server.get(server.core().deregisterClient(RANK1));

		assertThat(file).doesNotExist();
	}

	@Test
	void file_noTargetOrWildcard_isDeletedAtEndOfJob() throws Exception {
		Path one = file("one");
		Path two = file("two");
		control(List.of(), clean(one));
		control(List.of(Proc.wildcard("job")), clean(two));
		endRank0();
		assertThat(one).exists();
		assertThat(two).exists();
		endJob();

		assertThat(one).doesNotExist();
		assertThat(two).doesNotExist();
	}

	@Test
	void file_processNeverEnds_isDeletedAtEndOfJob() throws Exception {
		Path file = file("mine");
		control(List.of(RANK0), clean(file));
		endJob();

		assertThat(file).doesNotExist();
	}

	@Test
	void file_serverCloses_isDeleted() throws Exception {
		Path one = file("one");
		Path two = file("two");
		control(List.of(RANK0), clean(one));
		control(List.of(), clean(two));
		server.core().close();

		assertThat(one).doesNotExist();
		assertThat(two).doesNotExist();
	}

	@Test
	void file_severalTargets_isRegisteredForEach() throws Exception {
		Path file = file("both");
		control(List.of(RANK1, RANK0), clean(file));
		endRank0();

		assertThat(file).doesNotExist();
	}

	@Test
	void files_inOneList_areDeleted() throws Exception {
		Path one = file("one");
		Path two = file("two");
		control(List.of(RANK0), Info.of(JobControlAttributes.REGISTER_CLEANUP, one + "," + two));
		endRank0();

		assertThat(one).doesNotExist();
		assertThat(two).doesNotExist();
	}

	@Test
	void directory_notRecursive_losesOnlyItsFiles() throws Exception {
		Path file = file("dir/file");
		Path deep = file("dir/sub/deep");
		control(List.of(RANK0), cleanDir(folder.resolve("dir")));
		endRank0();

		assertThat(file).doesNotExist();
		assertThat(deep).exists();
	}

	@Test
	void directory_notRecursiveWithFilesOnly_isDeleted() throws Exception {
		file("dir/file");
		control(List.of(RANK0), cleanDir(folder.resolve("dir")));
		endRank0();

		assertThat(folder.resolve("dir")).doesNotExist();
	}

	@Test
	void directory_recursive_isDeletedWithItsContent() throws Exception {
		file("dir/sub/subsub/deep");
		control(List.of(RANK0), cleanDir(folder.resolve("dir")), RECURSIVE);
		endRank0();

		assertThat(folder.resolve("dir")).doesNotExist();
	}

	/** Creates the tree from the inside out, since its full path would exceed the kernel's limit. */
	private Path deepTree(int depth) throws IOException {
		Path tree = Files.createDirectory(folder.resolve("tree0"));
		Files.writeString(tree.resolve("file"), "innermost");
		for (int i = 1; i < depth; i++) {
			Path outer = Files.createDirectory(folder.resolve("tree" + i));
			Files.move(tree, outer.resolve("d"));
			tree = outer;
		}
		return tree;
	}

	@Test
	void directory_deeperThanAnyStackOrPath_isDeletedWithItsContent() throws Exception {
		Path tree = deepTree(4_000);
		control(List.of(RANK0), cleanDir(tree), RECURSIVE);
		endRank0();
		assertThat(tree).doesNotExist();
		assertThat(log.warnings()).isEmpty();
	}

	@Test
	void directory_deepWithKeptFile_keepsFileAndItsParents() throws Exception {
		Path tree = deepTree(100);
		Path inner = tree;
		for (int i = 1; i < 50; i++) {
			inner = inner.resolve("d");
		}
		Path kept = Files.writeString(inner.resolve("kept"), "stays");
		Path beside = Files.writeString(inner.resolve("beside"), "goes");
		control(List.of(RANK0), cleanDir(tree), keep(kept), RECURSIVE);
		endRank0();
		assertThat(kept).exists();
		assertThat(beside).doesNotExist();
		assertThat(inner.resolve("d")).doesNotExist();
	}

	@Test
	void directory_top_canBeKept() throws Exception {
		file("dir/sub/deep");
		control(List.of(RANK0), cleanDir(folder.resolve("dir")), RECURSIVE, Info.of(JobControlAttributes.CLEANUP_LEAVE_TOPDIR, true));
		endRank0();

		assertThat(folder.resolve("dir")).isEmptyDirectory();
	}

	@Test
	void directory_emptyOnly_keepsFilesAndTheirDirectories() throws Exception {
		Path file = file("dir/full/file");
		Files.createDirectories(folder.resolve("dir/empty/more"));
		control(List.of(RANK0), cleanDir(folder.resolve("dir")), RECURSIVE, Info.of(JobControlAttributes.CLEANUP_EMPTY, true));
		endRank0();

		assertThat(file).exists();
		assertThat(folder.resolve("dir/empty")).doesNotExist();
	}

	@Test
	void ignored_insideADirectory_isKept() throws Exception {
		Path kept = file("dir/sub/kept");
		Path gone = file("dir/sub/gone");
		Path keptDir = file("dir/keptdir/x").getParent();
		control(List.of(RANK0), keep(kept));
		control(List.of(RANK0), keep(keptDir));
		control(List.of(RANK0), cleanDir(folder.resolve("dir")), RECURSIVE);
		endRank0();

		assertThat(kept).exists();
		assertThat(keptDir.resolve("x")).exists();
		assertThat(gone).doesNotExist();
	}

	@Test
	void conflict_inAnyOrder_isRefused() throws Exception {
		Path file = file("file");
		Path dir = file("dir/x").getParent();

		assertThat(control(List.of(RANK0), clean(file), keep(file))).isEqualTo(Status.ERR_CONFLICTING_CLEANUP_DIRECTIVES);
		control(List.of(RANK0), keep(file));
		assertThat(control(List.of(RANK0), clean(file))).isEqualTo(Status.ERR_CONFLICTING_CLEANUP_DIRECTIVES);
		control(List.of(RANK0), cleanDir(dir));
		assertThat(control(List.of(RANK0), keep(dir))).isEqualTo(Status.ERR_CONFLICTING_CLEANUP_DIRECTIVES);
		assertThat(control(List.of(RANK0), keep(dir.resolve("../dir/.")))).as("the same path, spelled differently")
				.isEqualTo(Status.ERR_CONFLICTING_CLEANUP_DIRECTIVES);
		endRank0();
		assertThat(file).exists();
		assertThat(dir).doesNotExist();
	}

	@Test
	void conflict_withOneOfSeveralTargets_registersNothing() throws Exception {
		Path file = file("file");
		control(List.of(RANK1), keep(file));
		assertThat(control(List.of(RANK0, RANK1), clean(file))).isEqualTo(Status.ERR_CONFLICTING_CLEANUP_DIRECTIVES);
		endRank0();

		assertThat(file).exists();
	}

	@Test
	void path_relativeOrEmpty_isRefused() throws Exception {
		assertThat(control(List.of(RANK0), Info.of(JobControlAttributes.REGISTER_CLEANUP, "relative"))).isEqualTo(Status.ERR_BAD_PARAM);
		assertThat(control(List.of(RANK0), Info.of(JobControlAttributes.REGISTER_CLEANUP_DIR, ""))).isEqualTo(Status.ERR_BAD_PARAM);
		assertThat(control(List.of(RANK0), Info.of(JobControlAttributes.REGISTER_CLEANUP.key(), new PmixValue.UInt32(1))))
				.isEqualTo(Status.ERR_BAD_PARAM);
	}

	@Test
	void target_unknown_isRefused() throws Exception {
		Path file = file("file");

		assertThat(control(List.of(Proc.of("job", 9)), clean(file))).isEqualTo(Status.ERR_NOT_FOUND);
		assertThat(control(List.of(Proc.wildcard("elsewhere")), clean(file))).isEqualTo(Status.ERR_NOT_FOUND);
	}

	@Test
	void otherUser_isRefused() throws Exception {
		server.get(server.core().registerClient(Proc.of("foreign", 0), Hellos.UID + 1, Hellos.GID, "x"));
		server.setKernelUid(Optional.of(Hellos.UID + 1));
		TestPeer foreign = server.greet(Hellos.withPsec(Hellos.client(Proc.of("foreign", 0), Release.R42), "native",
				Hellos.credential(Hellos.UID + 1, Hellos.GID)), Release.R42.format());

		assertThat(foreign.ask(new ControlRequest.JobControl(List.of(Proc.of("foreign", 0)), Infos.of(clean(file("x"))))))
				.isEqualTo(Status.ERR_NO_PERMISSIONS);
	}

	@Test
	void directory_containsLink_deletesLinkNotItsTarget() throws Exception {
		Path victim = file("victim/precious");
		Files.createDirectories(folder.resolve("dir"));
		Files.createSymbolicLink(folder.resolve("dir/link"), victim.getParent());
		control(List.of(RANK0), cleanDir(folder.resolve("dir")), RECURSIVE);
		endRank0();

		assertThat(folder.resolve("dir")).doesNotExist();
		assertThat(victim).exists();
	}

	@Test
	void directory_replacedByLink_isNotFollowed() throws Exception {
		Path victim = file("victim/precious");
		Path dir = file("dir/x").getParent();
		control(List.of(RANK0), cleanDir(dir), RECURSIVE);
		Files.delete(dir.resolve("x"));
		Files.delete(dir);
		Files.createSymbolicLink(dir, victim.getParent());
		endRank0();

		assertThat(victim).exists();
		assertThat(log.warnings()).anyMatch(line -> line.contains("Cannot delete " + dir));
	}

	@Test
	void file_alreadyDeleted_isIgnored() throws Exception {
		Path other = file("other");
		control(List.of(RANK0), clean(folder.resolve("never")), cleanDir(folder.resolve("neverdir")), clean(other));
		endRank0();

		assertThat(other).doesNotExist();
		assertThat(log.warnings()).isEmpty();
	}

	@Test
	void file_thatCannotBeDeleted_doesNotKeepTheOthers() throws Exception {
		Path directory = file("dir/x").getParent();
		Path other = file("other");
		control(List.of(RANK0), clean(directory), clean(other));
		endRank0();

		assertThat(directory).exists();
		assertThat(other).doesNotExist();
		assertThat(log.warnings()).anyMatch(line -> line.contains("Cannot delete " + directory));
	}

	@Test
	void executor_rejectsTasks_isLogged() throws Exception {
		control(List.of(RANK0), clean(file("file")));
		server.shutDownExecutor();
		CompletableFuture<Void> ended = server.core().deregisterClient(RANK0);
		server.run();

		assertThat(ended).isCompletedExceptionally();
		assertThat(log.warnings()).anyMatch(line -> line.contains("executor"));
	}

	@Test
	void request_cleanupAndOthers_reachesHostWithoutCleanup() throws Exception {
		Path file = file("file");
		Info pause = Info.of(JobControlAttributes.JOB_CTRL_PAUSE, true);
		assertThat(control(List.of(RANK0), clean(file), pause)).isEqualTo(Status.SUCCESS);
		assertThat(host.directives).containsExactly(Infos.of(pause));
		endRank0();

		assertThat(file).doesNotExist();
	}

	@Test
	void request_withoutCleanup_isPassedToTheHost() throws Exception {
		control(List.of());

		assertThat(host.directives).containsExactly(Infos.EMPTY);
	}
}
