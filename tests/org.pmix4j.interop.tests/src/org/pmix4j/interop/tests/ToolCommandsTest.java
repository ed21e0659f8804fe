// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.attributes.KnownAttributes;
import org.pmix4j.testkit.LauncherRun;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;
import org.pmix4j.testkit.ServerRun;

/** Compares the commands that look at running jobs with the tools of the C library, on the same launcher. */
class ToolCommandsTest {
	/** Both ranks say that they run, and repeat their input. */
	private static final String ECHO = "echo rank $PMIX_RANK runs; exec cat";

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	private LauncherRun startJob() {
		LauncherRun run = pmix4j.run("--bind-to", "none", "--stdin", "all", "-n", 2, "sh", "-c", ECHO).inputByTest().start();
		return run.awaitOutput("rank 0 runs").awaitOutput("rank 1 runs");
	}

	private Outcome command(String name, Object... words) {
		return ServerRun.command(pmix4j, name, words).finish();
	}

	/** Returns the standard output and error of a C tool that attaches to the launcher. */
	private String tool(LauncherRun run, String name, String... words) throws IOException {
		List<String> command = new ArrayList<>(List.of(name, "--pid", String.valueOf(run.pid())));
		command.addAll(List.of(words));
		return said(command);
	}

	private String said(List<String> command) throws IOException {
		ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).redirectInput(new File("/dev/null"));
		builder.environment().put("TMPDIR", pmix4j.directory().toString());
		return new String(builder.start().getInputStream().readAllBytes(), StandardCharsets.UTF_8);
	}

	private static void end(LauncherRun run) throws IOException {
		run.input().close();
		run.end().requireExit(0);
	}

	@Test
	void ps_ofALauncher_listsWhatPpsLists() throws IOException {
		LauncherRun run = startJob();
		String pps = tool(run, "pps");
		String nspace = pps.lines().filter(line -> line.startsWith("Active nspaces: ")).findFirst().orElseThrow().split(": ")[1];

		assertThat(command("ps").requireExit(0).lines()).hasSize(2).last().asString().startsWith(nspace + "      2  running  sh -c echo rank");
		assertThat(command("ps", "--procs", "--pid", run.pid()).requireExit(0).lines()).hasSize(3).last().asString()
				.matches(nspace + "\\s+1\\s+\\S+\\s+\\d+\\s+running\\s+\\S*/(cat|sh)");
		assertThat(command("ps", "--nodes").requireExit(0).lines()).hasSize(2).last().asString().matches("\\S+\\s+1\\s+2");
		assertThat(command("ps", "--json").requireExit(0).text()).matches("\\{\"server\":\"[^\"]+\",\"jobs\":\\[\\{\"namespace\":\"" + nspace
				+ "\",\"size\":2,\"state\":\"running\",\"command\":\"[^]]+\",\"ranks\":\\[\\{\"rank\":0,\"host\":.+}]}],\"allocations\":\\[],"
				+ "\"sessions\":\\[\\{\"session\":1,\"allocation\":\"\",\"state\":\"active\",.*,\"namespaces\":\\[\"" + nspace + "\"]}]}\n");
		assertThat(command("ps", "other").requireExit(1).errors()).contains("no job other runs there; jobs are " + nspace);
		end(run);
	}

	@Test
	void ps_ofSeveralServers_listsTheJobsOfAll() throws IOException {
		LauncherRun one = startJob();
		LauncherRun two = startJob();
		List<String> jobs = List.of(namespace(one), namespace(two));

		assertThat(command("ps").requireExit(0).lines()).hasSize(3).first().asString().matches("SERVER +NAMESPACE +RANKS +STATE +COMMAND");
		List<String> rows = command("ps", "--num-connect-retries", 3).requireExit(0).lines();
		assertThat(rows.stream().skip(1).map(row -> row.split(" +")[1])).containsExactlyInAnyOrderElementsOf(jobs);
		assertThat(rows.get(1).split(" ")[0]).isNotEqualTo(rows.get(2).split(" ")[0]);
		assertThat(command("ps", "--procs", jobs.get(1)).requireExit(0).lines()).hasSize(3).filteredOn(row -> row.contains(jobs.get(1)))
				.hasSize(2);
		assertThat(command("ps", "--json").requireExit(0).lines()).hasSize(2).allMatch(row -> row.startsWith("{\"server\":"));
		assertThat(command("ps", "other").requireExit(1).errors()).contains("no job other runs there; jobs are ", jobs.get(0), jobs.get(1));
		end(one);
		end(two);
	}

	private String namespace(LauncherRun run) {
		return command("ps", "--pid", run.pid()).requireExit(0).lines().get(1).split(" ")[0];
	}

	@Test
	void attrs_ofTheHost_areThoseOfPattrs() throws IOException {
		LauncherRun run = startJob();
		List<String> pattrs = tool(run, "pattrs", "--host", "all").lines().filter(line -> line.startsWith("PMIX_"))
				.map(line -> line.split("\\s+")[1]).sorted().toList();

		List<String> own = command("attrs", "--host", "all").requireExit(0).lines().stream().skip(1).map(line -> line.split("\\s+")[3])
				.filter(key -> !key.equals("-")).sorted().toList();
		assertThat(own).containsAll(pattrs).hasSizeGreaterThan(50);
		assertThat(command("attrs", "--host").requireExit(0).lines()).contains("LEVEL  FUNCTION", "host   PMIx_Fence");
		Outcome unknown = command("attrs", "--host=PMIx_Fence,PMIx_Nothing").requireExit(1);
		assertThat(unknown.lines()).anyMatch(line -> line.contains("PMIx_Fence"));
		assertThat(unknown.errorLines()).singleElement().asString().contains("PMIx_Nothing", "pmix4j attrs --host");
		assertThat(command("attrs", "--server=pmix_fence").requireExit(1).lines()).isEmpty();
		assertThat(command("attrs", "--host=PMIx_Fence", "--json").requireExit(0).text())
				.contains("\"functions\":[{\"level\":\"host\",\"function\":\"PMIx_Fence\",\"attributes\":[{\"name\":\"PMIX_");
		end(run);
	}

	@ParameterizedTest
	@CsvSource({"client, PMIx_Put", "tool, PMIx_tool_attach_to_server"})
	void attrs_ofClientsAndTools_areThoseOfTheClientInJava(String level, String function) throws IOException {
		LauncherRun run = startJob();

		List<String> names = command("attrs", "--" + level).requireExit(0).lines();
		assertThat(names.get(0)).matches("LEVEL +FUNCTION");
		assertThat(names).anyMatch(line -> line.matches(level + " +" + function));
		assertThat(command("attrs", "--" + level + "=all").requireExit(0).lines()).hasSizeGreaterThan(names.size())
				.anyMatch(line -> line.startsWith(level + " ") && line.contains("pmix.timeout"));
		end(run);
	}

	@Test
	void query_ofSeveralKeys_answersEach() throws IOException {
		LauncherRun run = startJob();
		String nspace = namespace();

		Outcome outcome = command("query", "PMIX_QUERY_NAMESPACES", "PMIX_QUERY_PROC_TABLE[PMIX_NSPACE=other]",
				"pmix.qry.ptable[PMIX_NSPACE=" + nspace + "]").requireExit(1);
		assertThat(outcome.lines()).startsWith("PMIX_QUERY_NAMESPACES:", "    " + nspace, "PMIX_QUERY_PROC_TABLE:").hasSize(5);
		assertThat(outcome.errorLines()).singleElement().asString().contains("PMIX_QUERY_PROC_TABLE: ");
		assertThat(command("query", "--json", "PMIX_QUERY_NAMESPACES").requireExit(0).text()).endsWith(
				"\"answers\":[{\"key\":\"pmix.qry.ns\",\"name\":\"PMIX_QUERY_NAMESPACES\",\"type\":\"PMIX_STRING\",\"value\":\"" + nspace + "\"}]}\n");
		end(run);
	}

	private String namespace() {
		return command("ps").requireExit(0).lines().get(1).split(" ")[0];
	}

	@Test
	void output_ofARank_isShownUntilTheJobEnds() throws IOException {
		LauncherRun run = startJob();
		LauncherRun tagged = ServerRun.command(pmix4j, "output", "--tag", "rank").start().awaitErrors("following the output");
		LauncherRun json = ServerRun.command(pmix4j, "output", "--json", namespace() + ":0").start().awaitErrors("following the output");

		OutputStream input = run.input();
		input.write("first\nlast".getBytes(StandardCharsets.UTF_8));
		end(run);

		assertThat(tagged.end().requireExit(0).lines()).contains("[0]<stdout>: first", "[1]<stdout>: first",
				"[0]<stdout>: last", "[1]<stdout>: last");
		assertThat(json.end().requireExit(0).lines()).last().asString().startsWith("{\"namespace\":")
				.endsWith("\"rank\":0,\"stream\":\"stdout\",\"text\":\"last\"}");
	}

	/** The ranks write what they read; the line of rank 1 goes on after that of rank 0. */
	@Test
	void output_unfinishedLineOfOneOfSeveralRanks_isShownAndGoesOnBehindItsTag() throws IOException {
		String rank0 = "echo up; read x; printf 'name? '; read x; echo $x; read x; printf 'half \\r100 %%\\n'; cat";
		String rank1 = "read x; read x; echo other; cat >&2";
		LauncherRun run = pmix4j.run("--stdin", "all", "-n", 1, "sh", "-c", rank0, ":", "-n", 1, "sh", "-c", rank1)
				.inputByTest().start().awaitOutput("up");
		LauncherRun tagged = ServerRun.command(pmix4j, "output", "--tag", "rank").start().awaitErrors("following the output");
		LauncherRun json = ServerRun.command(pmix4j, "output", "--json", "--stdout").start().awaitErrors("following the output");

		run.input().write("go\n".getBytes(StandardCharsets.UTF_8));
		run.input().flush();
		tagged.awaitOutput("[0]<stdout>: name? ");
		run.input().write("Bob\nnext\n".getBytes(StandardCharsets.UTF_8));
		end(run);

		assertThat(tagged.end().requireExit(0).text()).contains("[1]<stdout>: other\n", "[0]<stdout>: half \r100 %\n")
				.containsPattern("\\[0\\]<stdout>: (name\\? )?Bob\n");
		assertThat(json.end().requireExit(0).lines()).filteredOn(line -> line.contains("\"rank\":0,"))
				.extracting(line -> line.substring(line.indexOf("\"text\":"))).contains("\"text\":\"name? Bob\"}", "\"text\":\"half \"}",
						"\"text\":\"\\r100 %\"}");
	}

	@Test
	void output_interrupted_leavesTheJobAlone() throws IOException {
		LauncherRun run = startJob();
		LauncherRun output = ServerRun.command(pmix4j, "output").start().awaitErrors("following the output");

		output.signal("INT");

		assertThat(output.end().requireExit(130).errorLines()).hasSize(1);
		assertThat(command("output", namespace() + ":5").requireExit(1).errors()).contains("has no rank 5; its ranks are 0, 1");
		end(run);
	}

	@Test
	void dump_tellsWhatTheJobWaitsFor() throws IOException {
		LauncherRun run = startJob();

		assertThat(command("dump").requireExit(0).text()).contains("1 job\n", "2 ranks, running", "has not called PMIx_Init");
		end(run);
	}

	@Test
	void dumpAndPs_rankStoppedFromOutside_sayByWhat() throws Exception {
		LauncherRun run = pmix4j.run("--bind-to", "none", "--report-waits", 1, "-n", 2, "sh", "-c",
				"[ $PMIX_RANK = 0 ] || kill -TTIN $$; exec sleep 1000").start();
		run.awaitErrors("rank 1 of").awaitErrors(": stopped by SIGTTIN (it reads from the terminal in the background) for ");

		assertThat(command("ps", "--json").requireExit(0).text()).contains("\"state\":\"1 running, 1 stopped\",")
				.contains("\"state\":\"stopped\",").contains(",\"signal\":\"SIGTTIN\"}");
		assertThat(command("dump").requireExit(0).text()).containsPattern("rank 1 on \\S+, pid \\d+, stopped, ")
				.contains("STARTED: rank 0,", "rank 1: stopped by SIGTTIN (");
		run.signal("TERM");
		run.end();
	}

	@Test
	void dump_ofJobInAFence_namesTheMissingRank() throws IOException {
		LauncherRun run = pmix4j.run("--report-waits", 1, "-n", 2, Peers.c("pmix_exit"), "init,fence,finalize", "init,wait").start();
		run.awaitErrors("waits for rank 1");

		assertThat(command("dump").requireExit(0).text()).containsPattern("fence of \\S+ waits for rank 1 of \\S+ since \\d+\\.\\d s");
		assertThat(command("dump", "--json").requireExit(0).lines()).singleElement().asString().matches("\\{\"server\":\"[^\"]+\","
				+ "\"release\":\"[^\"]+\",\"jobs\":\\[\\{\"namespace\":\"" + namespace() + "\",\"size\":2,.*"
				+ "\"waits\":\\[\\{\"what\":\"fence of .*\",\"processes\":\\[.*\\],"
				+ "\"awaited\":\\[\\{\"namespace\":\"" + namespace() + "\",\"rank\":1\\}\\],"
				+ "\"seconds\":\\d+\\.\\d+\\}\\]\\}\\],\"allocations\":\\[\\],"
				+ "\"sessions\":\\[\\{\"session\":1,\"allocation\":\"\",\"state\":\"active\",\"slots\":\\d+,\"hosts\":\\[\"[^\"]+\"\\],"
				+ "\"namespaces\":\\[[^\\]]*\\]\\}\\]\\}");
		assertThat(command("query", "pmix4j.waits[PMIX_NSPACE=" + namespace() + "]").requireExit(0).text()).contains("waits for rank 1");
		command("ctrl", "kill", namespace()).requireExit(0);
		run.end();
	}

	@Test
	void ctrl_signal_reachesTheRank() {
		LauncherRun run = pmix4j.run("--bind-to", "none", "-n", 1, "sh", "-c",
				"trap 'echo got it; exit 7' USR2; echo ready; while :; do sleep 0.1; done").start().awaitOutput("ready");

		command("ctrl", "signal", "USR2", namespace() + ":0").requireExit(0);

		assertThat(run.end().requireExit(7).text()).contains("got it");
	}

	@Test
	void ctrl_actions_changeTheJob() {
		LauncherRun run = pmix4j.run("--bind-to", "none", "-n", 1, "sleep", 600).start();
		String nspace = ServerRun.command(pmix4j, "ps", "--wait-to-connect", 30).finish().requireExit(0).lines().get(1).split(" ")[0];

		command("ctrl", "define-pset", "mine", nspace).requireExit(0);
		assertThat(command("query", "PMIX_QUERY_PSET_NAMES").requireExit(0).lines()).contains("    mine");
		command("ctrl", "pause", nspace).requireExit(0);
		command("ctrl", "resume", nspace).requireExit(0);
		assertThat(command("ctrl", "pause", "other").requireExit(1).errors()).contains("no job other runs there; jobs are " + nspace);
		command("ctrl", "terminate", nspace).requireExit(0);

		run.end().requireExit(0);
	}

	@Test
	void lookup_showsWhatARankHasPublished() throws IOException {
		LauncherRun run = startJob();

		assertThat(command("lookup", "no.such.key").requireExit(1).errors()).contains("nothing is published under no.such.key");
		assertThat(command("lookup", "--wait", "--timeout", 1, "no.such.key").requireExit(110).errors()).contains("no.such.key");
		end(run);
	}

	@Test
	void lookup_ofPublishedData_showsWhatPlookupShows() throws IOException {
		LauncherRun run = pmix4j.run("-n", 1, Peers.c("pmix_tool_acts"), "publish:tool.key", "say:published", "wait").start()
				.awaitOutput("published");

		assertThat(command("lookup", "tool.key").requireExit(0).lines()).hasSize(2).last().asString().matches("tool\\.key\\s+\\S+\\s+of a tool");
		assertThat(command("lookup", "--json", "tool.key").requireExit(0).text())
				.contains("\"data\":[{\"key\":\"tool.key\",\"type\":\"PMIX_STRING\",\"value\":\"of a tool\",\"publisher\":{\"namespace\":");
		assertThat(said(Peers.trixie(List.of("plookup", "--pid", String.valueOf(run.pid()), "tool.key")))).contains("of a tool");
		command("ctrl", "kill", namespace()).requireExit(0);
		run.end();
	}

	@Test
	void event_ofACommandOrPevent_isShown() throws IOException {
		LauncherRun run = startJob();
		LauncherRun watch = ServerRun.command(pmix4j, "event", "--count", 2, "--json", "-3100", "-3101").start()
				.awaitErrors("waiting for events");
		assertThat(tool(run, "pevent", "--event", "-3101", "--range", "global")).isEmpty();
		watch.awaitOutput("{\"code\":\"-3101\",\"number\":-3101,\"source\":{\"namespace\":");
		command("event", "--event", "-3100", "--info", "PMIX_EVENT_TEXT_MESSAGE=hello").requireExit(0);

		assertThat(watch.end().requireExit(0).lines()).hasSize(2).last().asString().startsWith("{\"code\":\"-3100\",\"number\":-3100,")
				.contains("\"name\":\"PMIX_EVENT_TEXT_MESSAGE\",\"type\":\"PMIX_STRING\",\"value\":\"hello\"");
		end(run);
	}

	/** Values of other types than texts and numbers are printed by each in its own way; pquery of release 4.2.2 crashes. */
	@ParameterizedTest
	@ValueSource(strings = { "PMIX_QUERY_NAMESPACES", "PMIX_QUERY_SPAWN_SUPPORT", "PMIX_QUERY_DEBUG_SUPPORT", "PMIX_QUERY_STABLE_ABI_VERSION",
			"PMIX_QUERY_PROVISIONAL_ABI_VERSION" })
	void query_ofALauncher_tellsWhatPqueryTells(String key) throws IOException {
		LauncherRun run = startJob();
		String pquery = said(Peers.trixie(List.of("pquery", "--pid", String.valueOf(run.pid()), key)));

		assertThat(command("query", key).requireExit(0).lines().stream().map(String::strip)).hasSizeGreaterThan(1)
				.containsExactlyElementsOf(pquery.lines().map(line -> name(line.strip())).toList());
		end(run);
	}

	/** Returns the name of an attribute that pquery does not know yet, whose key it prints; other lines as they are. */
	private static String name(String line) {
		return KnownAttributes.byKey(line).map(Attribute::name).orElse(line);
	}
}
