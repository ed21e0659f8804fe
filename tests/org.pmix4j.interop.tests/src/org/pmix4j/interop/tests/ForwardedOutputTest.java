// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;

/** Tests output of ranks that is pulled by other processes with the C library. */
class ForwardedOutputTest {
	private static final Path PULL = Peers.c("pmix_iof_pull");
	private static final String TOOL = Peers.c("pmix_iof_tool") + " --uri \"$PMIX_SERVER_URI41\" ";
	private static final int LINE = 64;

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@Test
	void pull_otherRanks_bringsEveryByteOnceUntilDeregistered() {
		Outcome outcome = pmix4j.run("-n", 4, PULL).finish().requireExit(0);

		assertThat(outcome.lines().stream().filter(line -> line.contains(" ok "))).hasSize(4);
		assertThat(outcome.lines().stream().filter(line -> line.length() == LINE - 1)).as("also on the terminal").hasSize(300);
	}

	@Test
	void pull_afterTheOutput_bringsItAll() {
		pmix4j.run("-n", 3, PULL, "--early").finish().requireExit(0);
	}

	@Test
	void pull_withTags_bringsUnchangedBytes() {
		pmix4j.run("-n", 2, PULL, "--key", "pmix.iof.tag", "--key", "pmix.iof.ts").finish().requireExit(0);
	}

	@Test
	void pull_bySlowReader_losesNothing() {
		Outcome outcome = pmix4j.run("-n", 3, PULL, "--lines", 500_000, "--slow", 300).finish().requireExit(0);

		assertThat(outcome.output().length).isGreaterThan(2 * 500_000 * LINE);
	}

	@Test
	void pull_inBatches_bringsAllInFewDeliveries() {
		Outcome outcome = pmix4j.run("-n", 3, PULL, "--lines", 20_000, "--batch", 100_000).finish().requireExit(0);

		assertThat(outcome.lines()).filteredOn(line -> line.startsWith("pmix_iof_pull 0/3 ok")).singleElement().asString()
				.satisfies(line -> assertThat(Integer.parseInt(line.replaceFirst(".*deliveries=", ""))).isLessThan(40));
	}

	@Test
	void pull_byKilledReader_endsTheJobOnly() {
		Outcome outcome = pmix4j.run("-n", 3, PULL, "--lines", 500_000, "--die", 10_000_000).finish();

		assertThat(outcome.exitCode()).isEqualTo(137);
		assertThat(outcome.errors()).contains("SIGKILL");
	}

	@Test
	void pull_byKilledTool_doesNotAffectOthers() {
		Outcome outcome = pmix4j.run("-n", 2, "sh", "-c", "if [ $PMIX_RANK = 1 ]; then sleep 0.3; seq 3000000; else " + TOOL
				+ "--pull \"$PMIX_NAMESPACE\" --slow 1000 --stop 2000000; echo killed $?; fi").finish().requireExit(0);

		assertThat(outcome.lines()).contains("killed 137", "1", "3000000").hasSize(3_000_001);
	}

	@Test
	void spawn_byTool_outputGoesToToolOnly() {
		Outcome outcome = tool("--ranks 2 echo hello > /dev/null");

		assertThat(outcome.lines()).containsExactly("tool 0");
	}

	@Test
	void spawn_byTool_tagsLinesOnce() {
		Outcome outcome = tool("--ranks 2 --info pmix.iof.tag echo hello");

		assertThat(outcome.lines()).contains("[2,0]<stdout>: hello", "[2,1]<stdout>: hello", "tool 0");
	}

	@Test
	void spawn_byToolOfShortJob_losesNothing() {
		Outcome outcome = tool("--ranks 16 sh -c 'echo out; echo err >&2' 2>&1");

		assertThat(outcome.lines().stream().filter("out"::equals)).hasSize(16);
		assertThat(outcome.lines().stream().filter("err"::equals)).hasSize(16);
	}

	@Test
	void spawn_byToolThatDeclinesOutput_launcherPrintsIt() {
		Outcome outcome = tool("--no pmix.fwd.stdout echo hello > /dev/null");

		assertThat(outcome.lines()).containsExactly("hello", "tool 0");
	}

	@Test
	void spawn_byToolWithManyMegabytes_outputIsExact() {
		Outcome outcome = tool("seq 3000000 | grep -v pmix_iof_tool | md5sum; seq 3000000 | md5sum");

		assertThat(outcome.lines()).hasSize(3);
		assertThat(outcome.lines().get(0)).isEqualTo(outcome.lines().get(1));
	}

	@Test
	void push_byTool_inputIsExactAndEnds() {
		Outcome outcome = tool("--push 10000000 wc -c");

		assertThat(outcome.lines()).contains("10000000");
	}

	@Test
	void push_toRankThatClosedInput_fails() {
		Outcome outcome = tool("--push 10000000 head -n 1");

		assertThat(outcome.lines()).contains("input complete");
	}

	@Test
	void push_inputOfTool_arrives() {
		Outcome outcome = tool("--push-stdin yes sort -n -r", "seq 1000 | ");

		assertThat(outcome.lines().subList(0, 1000)).startsWith("1000", "999").endsWith("2", "1");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "--early", "--key pmix.iof.raw", "--lines 200000 --slow 300" })
	void pull_withLibpmix5_bringsEveryByteOnce(String options) {
		Object[] command = Stream.concat(Stream.of("-n", 3, Peers.trixie("pmix_iof_pull")),
				Stream.of(options.split(" ")).filter(word -> !word.isEmpty())).toArray();

		pmix4j.run(command).finish().requireExit(0);
	}

	@Test
	void tool_ofLibpmix5_tagsLinesOnceAndPushes() {
		String tool = Peers.trixie("pmix_iof_tool") + " --uri \"$PMIX_SERVER_URI41\" ";
		Outcome outcome = pmix4j.run("-n", 1, "sh", "-c", tool + "--ranks 2 --info pmix.iof.tag echo hello; " + tool
				+ "--info pmix.fwd.stdin --push 1000000 wc -c").finish().requireExit(0);

		assertThat(outcome.lines()).contains("[2,0]<stdout>: hello", "[2,1]<stdout>: hello", "1000000");
	}

	@Test
	void spawn_outputToFiles_isWritten() {
		Outcome outcome = tool("--text pmix.iof.dir $PMIX_SERVER_TMPDIR/o --ranks 2 echo hello; cat $PMIX_SERVER_TMPDIR/o/*@2/rank.*/stdout");

		assertThat(outcome.lines().stream().filter("hello"::equals)).as("from the tool and from the files").hasSize(4);
	}

	/** Runs the tool alongside the only rank. */
	private Outcome tool(String arguments) {
		return tool(arguments, "");
	}

	private Outcome tool(String arguments, String before) {
		return pmix4j.run("-n", 1, "sh", "-c", before + TOOL + arguments + "; echo tool $?").finish().requireExit(0);
	}
}
