// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.model.Status;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.OtherUsers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;

/**
 * Tests the errors of PMIx_Spawn: a C program makes spawns that fail, each for another reason, and gets the status of that reason, while
 * the user reads the reason in one line.
 *
 * @see "PMIx Standard, chapter Process Management, spawn-specific constants"
 */
class SpawnErrorsTest {
	private static final String PEER = "pmix_spawn_errors";
	/** The errors that PRRTE 3.0.8 returns, too; it reports success for most others, as its child fails after the fork. */
	private static final List<String> OF_PRRTE = List.of("missing-program", "program-not-in-path", "not-executable");

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();
	@TempDir
	private Path scratch;

	private static String line(String name, Status status) {
		return name + " " + status.code();
	}

	@Test
	void spawn_eachReason_hasItsStatusAndText() {
		Outcome outcome = pmix4j.run("-n", 1, Peers.c(PEER), scratch).inside(OtherUsers.obedient()).finish().requireExit(0);

		assertThat(outcome.lines()).as(outcome.toString()).containsExactly(line("no-program", Status.ERR_JOB_NO_EXE_SPECIFIED),
				line("missing-program", Status.ERR_JOB_EXE_NOT_FOUND), line("program-not-in-path", Status.ERR_JOB_EXE_NOT_FOUND),
				line("directory-as-program", Status.ERR_JOB_APP_NOT_EXECUTABLE), line("not-executable", Status.ERR_JOB_APP_NOT_EXECUTABLE),
				line("missing-interpreter", Status.ERR_JOB_APP_NOT_EXECUTABLE), line("foreign-machine", Status.ERR_JOB_APP_NOT_EXECUTABLE),
				line("busy-program", Status.ERR_JOB_SYS_OP_FAILED), line("large-argument", Status.ERR_JOB_FAILED_TO_LAUNCH),
				line("missing-directory", Status.ERR_JOB_WDIR_NOT_FOUND), line("file-as-directory", Status.ERR_JOB_WDIR_NOT_ACCESSIBLE),
				line("closed-directory", Status.ERR_JOB_WDIR_NOT_ACCESSIBLE), line("another-host", Status.ERR_JOB_ALLOC_FAILED),
				line("missing-hostfile", Status.ERR_JOB_ALLOC_FAILED), line("too-many-processes", Status.ERR_JOB_INSUFFICIENT_RESOURCES),
				line("no-node-left", Status.ERR_JOB_FAILED_TO_MAP), line("too-few-on-each", Status.ERR_JOB_FAILED_TO_MAP),
				line("unknown-policy", Status.ERR_BAD_PARAM), PEER + " 0/1 ok");
		List<String> texts = List.of("a program has no name", "/nowhere/program: no such file or directory",
				"\"no-such-program\": found neither in PATH", "cannot run /usr: it is a directory", "/text: it is not executable",
				"the interpreter /no/such/interpreter that its first line names does not exist", "/foreign: it is not a program for this machine",
				"/busy: the file is being written (ETXTBSY)", "argument 1 has 199999 bytes, and the kernel allows at most 131071 (E2BIG)",
				"its working directory /nowhere/at/all does not exist", "its working directory /etc/passwd is not a directory",
				"/closed may not be entered (permission denied)", "node 'another.example.org' is not in this session",
				"hostfile /nowhere/hosts cannot be read: no such file or directory",
				"1000 ranks are requested without oversubscription", "no rank may run on",
				"each node may run 2", "bogus");
		assertThat(outcome.errorLines()).hasSameSizeAs(texts).allMatch(line -> line.startsWith("pmix4j: "));
		for (int i = 0; i < texts.size(); i++) {
			assertThat(outcome.errorLines().get(i)).contains(texts.get(i));
		}
	}

	/** The limit of descriptors suffices for the launcher and a few ranks. */
	@Test
	void spawn_descriptorsExhausted_isLackOfResources() {
		Outcome outcome = pmix4j.run("-n", 1, Peers.c(PEER), scratch, "many-processes")
				.inside(List.of("sh", "-c", "ulimit -n 100; exec \"$@\"", "sh")).finish().requireExit(0);

		assertThat(outcome.lines()).as(outcome.toString()).containsExactly(line("many-processes", Status.ERR_JOB_INSUFFICIENT_RESOURCES),
				PEER + " 0/1 ok");
		assertThat(outcome.errorLines()).anyMatch(line -> line.contains("cannot run /bin/sleep") && line.contains("ulimit -n"));
	}

	@Test
	void spawn_underPrrte_failsForTheSameReasons() throws Exception {
		List<String> command = Peers.trixie(List.of("prterun", "--allow-run-as-root", "-n", "1", "--host", "localhost:2",
				Peers.trixie(PEER).toString(), scratch.toString(), OF_PRRTE.get(0), OF_PRRTE.get(1), OF_PRRTE.get(2)));
		Process prterun = new ProcessBuilder(command).redirectError(scratch.resolve("errors").toFile()).start();
		prterun.getOutputStream().close();

		assertThat(new String(prterun.getInputStream().readAllBytes()).lines())
				.containsAll(OF_PRRTE.stream().map(name -> line(name, Status.ERR_JOB_FAILED_TO_LAUNCH)).toList());
	}

	@ParameterizedTest
	@CsvSource({ "missing-program,-190", "program-not-in-path,-190", "not-executable,-177", "busy-program,-235" })
	void spawn_byRelease5_getsTheSameStatus(String name, int status) {
		Outcome outcome = pmix4j.run("-n", 1, Peers.trixie(PEER), scratch, name).finish().requireExit(0);

		assertThat(outcome.lines()).containsExactly(name + " " + status, PEER + " 0/1 ok");
	}
}
