// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pmix4j.server.tests.CleanupFixture.RANK0;
import static org.pmix4j.server.tests.CleanupFixture.RANK1;
import static org.pmix4j.server.tests.CleanupFixture.clean;
import static org.pmix4j.server.tests.CleanupFixture.cleanDir;
import static org.pmix4j.server.tests.CleanupFixture.keep;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

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
import org.pmix4j.wire.internal.message.ControlRequest;

/** Tests files that processes register for deletion at their end or at the end of their job. */
class CleanupTest {
	@RegisterExtension
	private final ServerLog log = new ServerLog();
	private final CleanupFixture job;
	private final Path folder;

	CleanupTest(@TempDir Path folder) throws PmixException {
		this.folder = folder;
		job = new CleanupFixture(folder);
	}

	@Test
	void file_processEnds_isDeleted() throws Exception {
		Path file = job.file("mine");
		assertThat(job.control(List.of(RANK0), clean(file))).isEqualTo(Status.SUCCESS);
		job.peer().finish();
		assertThat(file).as("finalized, but not ended").exists();
		job.endRank0();

		assertThat(file).doesNotExist();
		assertThat(job.directives()).isEmpty();
	}

	@Test
	void reply_pureCleanup_isStatusOnly() throws Exception {
		int tag = job.peer().send(new ControlRequest.JobControl(List.of(RANK0), Infos.of(clean(job.file("mine")))));

		assertThat(job.peer().payload(tag)).containsExactly(2, 0);
	}

	@Test
	void file_ofAnotherProcess_isDeletedAtTheEndOfThatProcess() throws Exception {
		Path file = job.file("his");
		job.control(List.of(RANK1), clean(file));
		job.endRank0();
		assertThat(file).exists();
		job.server().get(job.server().core().deregisterClient(RANK1));

		assertThat(file).doesNotExist();
	}

	@Test
	void file_noTargetOrWildcard_isDeletedAtEndOfJob() throws Exception {
		Path one = job.file("one");
		Path two = job.file("two");
		job.control(List.of(), clean(one));
		job.control(List.of(Proc.wildcard("job")), clean(two));
		job.endRank0();
		assertThat(one).exists();
		assertThat(two).exists();
		job.endJob();

		assertThat(one).doesNotExist();
		assertThat(two).doesNotExist();
	}

	@Test
	void file_processNeverEnds_isDeletedAtEndOfJob() throws Exception {
		Path file = job.file("mine");
		job.control(List.of(RANK0), clean(file));
		job.endJob();

		assertThat(file).doesNotExist();
	}

	@Test
	void file_serverCloses_isDeleted() throws Exception {
		Path one = job.file("one");
		Path two = job.file("two");
		job.control(List.of(RANK0), clean(one));
		job.control(List.of(), clean(two));
		job.server().core().close();

		assertThat(one).doesNotExist();
		assertThat(two).doesNotExist();
	}

	@Test
	void file_severalTargets_isRegisteredForEach() throws Exception {
		Path file = job.file("both");
		job.control(List.of(RANK1, RANK0), clean(file));
		job.endRank0();

		assertThat(file).doesNotExist();
	}

	@Test
	void files_inOneList_areDeleted() throws Exception {
		Path one = job.file("one");
		Path two = job.file("two");
		job.control(List.of(RANK0), Info.of(JobControlAttributes.REGISTER_CLEANUP, one + "," + two));
		job.endRank0();

		assertThat(one).doesNotExist();
		assertThat(two).doesNotExist();
	}

	@Test
	void conflict_inAnyOrder_isRefused() throws Exception {
		Path file = job.file("file");
		Path dir = job.file("dir/x").getParent();

		assertThat(job.control(List.of(RANK0), clean(file), keep(file))).isEqualTo(Status.ERR_CONFLICTING_CLEANUP_DIRECTIVES);
		job.control(List.of(RANK0), keep(file));
		assertThat(job.control(List.of(RANK0), clean(file))).isEqualTo(Status.ERR_CONFLICTING_CLEANUP_DIRECTIVES);
		job.control(List.of(RANK0), cleanDir(dir));
		assertThat(job.control(List.of(RANK0), keep(dir))).isEqualTo(Status.ERR_CONFLICTING_CLEANUP_DIRECTIVES);
		assertThat(job.control(List.of(RANK0), keep(dir.resolve("../dir/.")))).as("the same path, spelled differently")
				.isEqualTo(Status.ERR_CONFLICTING_CLEANUP_DIRECTIVES);
		job.endRank0();
		assertThat(file).exists();
		assertThat(dir).doesNotExist();
	}

	@Test
	void conflict_withOneOfSeveralTargets_registersNothing() throws Exception {
		Path file = job.file("file");
		job.control(List.of(RANK1), keep(file));
		assertThat(job.control(List.of(RANK0, RANK1), clean(file))).isEqualTo(Status.ERR_CONFLICTING_CLEANUP_DIRECTIVES);
		job.endRank0();

		assertThat(file).exists();
	}

	@Test
	void path_relativeOrEmpty_isRefused() throws Exception {
		assertThat(job.control(List.of(RANK0), Info.of(JobControlAttributes.REGISTER_CLEANUP, "relative"))).isEqualTo(Status.ERR_BAD_PARAM);
		assertThat(job.control(List.of(RANK0), Info.of(JobControlAttributes.REGISTER_CLEANUP_DIR, ""))).isEqualTo(Status.ERR_BAD_PARAM);
		assertThat(job.control(List.of(RANK0), Info.of(JobControlAttributes.REGISTER_CLEANUP.key(), new PmixValue.UInt32(1))))
				.isEqualTo(Status.ERR_BAD_PARAM);
	}

	@Test
	void target_unknown_isRefused() throws Exception {
		Path file = job.file("file");

		assertThat(job.control(List.of(Proc.of("job", 9)), clean(file))).isEqualTo(Status.ERR_NOT_FOUND);
		assertThat(job.control(List.of(Proc.wildcard("elsewhere")), clean(file))).isEqualTo(Status.ERR_NOT_FOUND);
	}

	@Test
	void otherUser_isRefused() throws Exception {
		job.server().get(job.server().core().registerClient(Proc.of("foreign", 0), Hellos.UID + 1, Hellos.GID, "x"));
		job.server().setKernelUid(Optional.of(Hellos.UID + 1));
		TestPeer foreign = job.server().greet(Hellos.withPsec(Hellos.client(Proc.of("foreign", 0), Release.R42), "native",
				Hellos.credential(Hellos.UID + 1, Hellos.GID)), Release.R42.format());

		assertThat(foreign.ask(new ControlRequest.JobControl(List.of(Proc.of("foreign", 0)), Infos.of(clean(job.file("x"))))))
				.isEqualTo(Status.ERR_NO_PERMISSIONS);
	}

	@Test
	void file_alreadyDeleted_isIgnored() throws Exception {
		Path other = job.file("other");
		job.control(List.of(RANK0), clean(folder.resolve("never")), cleanDir(folder.resolve("neverdir")), clean(other));
		job.endRank0();

		assertThat(other).doesNotExist();
		assertThat(log.warnings()).isEmpty();
	}

	@Test
	void file_thatCannotBeDeleted_doesNotKeepTheOthers() throws Exception {
		Path directory = job.file("dir/x").getParent();
		Path other = job.file("other");
		job.control(List.of(RANK0), clean(directory), clean(other));
		job.endRank0();

		assertThat(directory).exists();
		assertThat(other).doesNotExist();
		assertThat(log.warnings()).anyMatch(line -> line.contains("Cannot delete " + directory));
	}

	@Test
	void executor_rejectsTasks_isLogged() throws Exception {
		job.control(List.of(RANK0), clean(job.file("file")));
		job.server().shutDownExecutor();
		CompletableFuture<Void> ended = job.server().core().deregisterClient(RANK0);
		job.server().run();

		assertThat(ended).isCompletedExceptionally();
		assertThat(log.warnings()).anyMatch(line -> line.contains("executor"));
	}

	@Test
	void request_cleanupAndOthers_reachesHostWithoutCleanup() throws Exception {
		Path file = job.file("file");
		Info pause = Info.of(JobControlAttributes.JOB_CTRL_PAUSE, true);
		assertThat(job.control(List.of(RANK0), clean(file), pause)).isEqualTo(Status.SUCCESS);
		assertThat(job.directives()).containsExactly(Infos.of(pause));
		job.endRank0();

		assertThat(file).doesNotExist();
	}

	@Test
	void request_withoutCleanup_isPassedToTheHost() throws Exception {
		job.control(List.of());

		assertThat(job.directives()).containsExactly(Infos.EMPTY);
	}
}
