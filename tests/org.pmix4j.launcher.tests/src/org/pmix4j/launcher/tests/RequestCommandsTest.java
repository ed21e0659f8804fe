// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.launcher.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.testkit.LauncherRun;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.ServerRun;

/** Tests the commands that request resources of a server, or control its jobs, on a {@code pmix4j server} with four slots. */
class RequestCommandsTest {
	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	private Outcome command(String name, Object... words) {
		return ServerRun.command(pmix4j, name, words).finish();
	}

	private ServerRun startServer() {
		return ServerRun.start(pmix4j, "--host", "localhost:4");
	}

	private LauncherRun hold(Object... words) {
		return ServerRun.command(pmix4j, "alloc", words).start();
	}

	@Test
	void alloc_ofAServer_tellsTheNameAndThatTheAllocationEnds() {
		ServerRun server = startServer();

		Outcome outcome = command("alloc", "--cpus", 1, "--request-id", "mine").requireExit(0);
		assertThat(outcome.lines()).containsSequence("PMIX_ALLOC_ID:", "    alloc1");
		assertThat(outcome.errors()).contains("ends the allocation now", "--hold");
		assertThat(command("alloc", "release", "--alloc-id", "other").requireExit(1).errors()).contains("ERR_NOT_FOUND");
		server.stop();
	}

	@Test
	void alloc_held_canBeChangedByOthersUntilItIsReleased() {
		ServerRun server = startServer();
		LauncherRun holder = hold("--hold", "--cpus", 2).awaitErrors("holding the allocation alloc1 until Ctrl-C");

		assertThat(command("alloc", "extend", "--alloc-id", "alloc1", "--cpus", 1).requireExit(0).lines()).contains("    alloc1");
		assertThat(command("alloc", "reacquire", "--alloc-id", "alloc1").requireExit(1).errors()).contains("ERR_INVALID_OPERATION");
		command("alloc", "release", "--alloc-id", "alloc1", "--cpus", 1, "--info", "PMIX_ALLOC_LEND=60").requireExit(0);
		assertThat(command("alloc", "reacquire", "--alloc-id", "alloc1").requireExit(0).lines()).contains("    alloc1");
		command("alloc", "release", "--alloc-id", "alloc1").requireExit(0);

		assertThat(holder.end().requireExit(0).errors()).contains("the allocation alloc1 has ended");
		server.stop();
	}

	@Test
	void alloc_heldAndInterrupted_givesTheResourcesToTheNextRequest() {
		ServerRun server = startServer();
		LauncherRun first = hold("--hold", "--cpus", 4).awaitErrors("holding the allocation alloc1 until Ctrl-C");
		LauncherRun second = hold("--hold", "--cpus", 4, "--timeout", 60);

		first.signal("INT");
		first.end().requireExit(130);
		second.awaitErrors("holding the allocation alloc2 until Ctrl-C");
		second.signal("INT");
		second.end().requireExit(130);
		server.stop();
	}

	@Test
	void ctrl_cancel_endsARequestThatWaits() {
		ServerRun server = startServer();
		LauncherRun holder = hold("--hold", "--cpus", 4).awaitErrors("holding the allocation alloc1 until Ctrl-C");
		LauncherRun waiting = hold("--cpus", 4, "--request-id", "next", "--timeout", 60);

		Outcome cancel = command("ctrl", "cancel", "next");
		for (int i = 0; i < 50 && cancel.exitCode() != 0; i++) { // until the request has reached the server
			assertThat(cancel.errors()).contains("ERR_NOT_FOUND");
			cancel = command("ctrl", "cancel", "next");
		}

		cancel.requireExit(0);
		assertThat(waiting.end().requireExit(1).errors()).contains("ERR_JOB_CANCELED");
		holder.signal("INT");
		holder.end().requireExit(130);
		server.stop();
	}

	@Test
	void ps_ofAServerWithAllocations_showsThoseThatWaitOrHaveNoOwner() {
		ServerRun server = startServer();
		command("alloc", "--cpus", 4, "--info", "PMIX_ALLOC_CHILD_SEP=true").requireExit(0);
		LauncherRun waiting = hold("--cpus", 3, "--request-id", "next", "--timeout", 60);
		String cancel = "END IT WITH"; // the heading, until the request has reached the server
		List<String> rows = List.of();
		// the server may hear later of the owner's end, too
		for (int i = 0; i < 50 && (cancel.startsWith("END") || rows.stream().noneMatch(row -> row.contains("has left"))); i++) {
			rows = command("ps").requireExit(0).lines();
			cancel = rows.stream().filter(row -> row.matches("alloc2 +3 +waiting +.*")).map(row -> row.replaceFirst(".*pmix4j ", ""))
					.findFirst().orElse(cancel);
		}
		assertThat(rows).contains("").anyMatch(row -> row.matches(
				"alloc1 +4 +active, its owner has left +\\S+ +pmix4j alloc release --alloc-id alloc1"));
		assertThat(cancel).isEqualTo("ctrl cancel alloc2");
		assertThat(command("dump").requireExit(0).lines()).anyMatch(line -> line.startsWith("allocation alloc2, request next: waiting, 3 cpus,"));
		assertThat(command("ps", "--json").requireExit(0).text()).contains("{\"name\":\"alloc1\",\"request\":\"\",\"state\":\"active\",",
				"\"owned\":false,\"cpus\":4,\"hosts\":[");

		command("ctrl", "cancel", "alloc2").requireExit(0);
		waiting.end().requireExit(1);
		command("alloc", "release", "--alloc-id", "alloc1").requireExit(0);
		assertThat(command("ps").requireExit(0).lines()).as("no allocation is left").hasSize(1);
		server.stop();
	}

	@Test
	void ctrl_checkpointAndRestart_areRefused() {
		LauncherRun run = pmix4j.run("--bind-to", "none", "-n", 1, "sh", "-c", "echo ready; exec cat").inputByTest().start().awaitOutput("ready");
		String nspace = command("ps").requireExit(0).lines().get(1).split(" ")[0];

		Map<String, String> advice = Map.of("checkpoint", "it has no checkpoints, so the program must save its state itself, for instance at"
				+ " a signal of 'pmix4j ctrl signal'", "restart", "it has no checkpoints to restart from, but 'pmix4j run --max-restarts'"
				+ " starts failed ranks again");
		advice.forEach((action, text) -> assertThat(command("ctrl", action, "one", nspace).requireExit(1).errorLines()).containsExactly(
				"pmix4j: job control failed: the PMIx server replied ERR_NOT_SUPPORTED (-47): the server does not support the action "
						+ action + "; " + text));
		command("ctrl", "kill", nspace).requireExit(0);
		run.end();
	}
}
