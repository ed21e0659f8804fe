// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.tests.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.Node;
import org.pmix4j.job.options.JobOption;
import org.pmix4j.job.options.PlacementOptions;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.placement.internal.allocation.NodeNames;
import org.pmix4j.placement.internal.allocation.NodeSelection;
import org.pmix4j.placement.internal.allocation.NodeShare;
import org.pmix4j.placement.internal.allocation.PlacementFiles;
import org.pmix4j.placement.internal.allocation.PoolNode;
import org.pmix4j.placement.internal.allocation.TextMemory;
import org.pmix4j.placement.internal.topology.HardwareObject;

/** The nodes that lists of hosts and hostfiles choose, and the slots there. */
class NodeSelectionTest {
	private static final String NOTHING = "nothing";

	@TempDir
	private Path scratch;

	private final Map<Node, Integer> busy = new HashMap<>();

	/** Makes nodes a, b.example.org, c and d with 4 slots each. */
	private static List<PoolNode> pool(boolean slotsGiven) {
		List<PoolNode> pool = new ArrayList<>();
		for (String name : List.of("a", "b.example.org", "c", "d")) {
			pool.add(new PoolNode(new Node(pool.size(), name, 4), new NodeNames(name, false), slotsGiven, 0,
					() -> new PoolNode.Processors(HardwareObject.flat(new BitSet()), new BitSet())));
		}
		return pool;
	}

	private List<List<NodeShare>> select(boolean slotsGiven, AppSpec... apps) throws PmixException {
		return NodeSelection.of(pool(slotsGiven), busy, JobSpec.of(apps).withDirectory(scratch),
				PlacementFiles.read(JobSpec.of(apps).withDirectory(scratch), TextMemory.UNLIMITED));
	}

	private static AppSpec app(JobOption<String> option, String value) {
		return AppSpec.of(1, "program").withOption(option, value);
	}

	/** Writes shares as node, slots, '!' if they were stated and '/' before a limit. */
	private static String text(List<NodeShare> shares) {
		return shares.stream().map(share -> share.node().name().charAt(0) + "" + share.slots() + (share.slotsGiven() ? "!" : "")
				+ (share.maxSlots() > 0 ? "/" + share.maxSlots() : "")).collect(Collectors.joining(" "));
	}

	private String inFile(String content) throws Exception {
		Files.writeString(scratch.resolve("hosts"), content.replace("|", "\n"));
		return text(select(false, app(PlacementOptions.HOSTFILE, "hosts")).get(0));
	}

	@Test
	void of_noOption_allNodesWithTheirSlots() throws Exception {
		assertThat(text(select(false, AppSpec.of(1, "program")).get(0))).isEqualTo("a4 b4 c4 d4");
		assertThat(text(select(true, AppSpec.of(1, "program")).get(0))).isEqualTo("a4! b4! c4! d4!");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "c | c1!", "c,a | c1! a1!", "c:2,a:3 | c2! a3!", "c,c,a:2,c | c3! a2!", "a:2,a:3 | a5!",
			"a:* | a4", "a:auto,b | a4 b1!", "b | b1!", "b.example.org:2 | b2!", "me@a:2 | a2!", "+n0 | a1!", "+n3:2,+n1 | d2! b1!", "+n1,+n1 | b2!",
			"+N2:9 | c9!", "+e | a1! b1! c1! d1!", "+e:2 | a1! b1!", "+E:1,a | b1! a1!", "^a | b4 c4 d4", "^a,^d,^zz | b4 c4",
			"a:2,b,^b | a2!", "a:0 | a0!", " a:2 , , c | a2! c1!" })
	void of_hostList_choosesAsPrrteDoes(String list, String expected) throws Exception {
		assertThat(text(select(false, app(PlacementOptions.HOSTS, list)).get(0))).isEqualTo(expected);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "c | c1!", "c:9 | c4!", "a:*,+n1:7 | a4! b4!" })
	void of_slotsOfThePoolWereStated_areALimit(String list, String expected) throws Exception {
		assertThat(text(select(true, app(PlacementOptions.HOSTS, list)).get(0))).isEqualTo(expected);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '~', value = { "a ~ a4", "c|a ~ c4 a4", "a|a ~ a2!", "a slots=2|b ~ a2! b4", "a slots=2|a ~ a3!",
			"a slots = 2 ~ a2!", "a cpu=2 ~ a2!", "a count=3|b Slots=5 ~ a3! b5!", "a slots=*|b slots=auto ~ a4 b4",
			"a max-slots=6 ~ a6!/6", "a max_slots=6 slots=2 ~ a2!/6", "a slots=2 slots-max=2 ~ a2!/2", "a cpu_max=3|b count-max=2 ~ a3!/3 b2!/2",
			"a max-slots=2 slots=5 ~ a5!/5", "a#slots=2 ~ a4", "# x|a // slots=2|/* b|c */ d ~ a4 d4", "me@a port=22 user-name=you ~ a4",
			"\"a\" slots=2 ~ a2!", "a slots=2 fast ~ a2!", "a|b|^a ~ b4", "^b ~ a4 c4 d4", "+n2 slots=1|+e:1 ~ c1! a4",
			"rank 0=c slot=1:0-3|rank 1=a slot=2|rank 2=c slot=4 ~ c2! a1!" })
	void of_hostfile_choosesAsPrrteDoes(String content, String expected) throws Exception {
		assertThat(inFile(content)).isEqualTo(expected);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '~', value = { "e ~ node 'e' is not in this session, which has only a, b.example.org, c, d",
			"a,e:2 ~ node 'e'", "'' ~ names no node", "+n4 ~ there is no node '+n4'; the last one is +n3",
			"+e:5 ~ only 4 of 4 nodes run no rank", "^a,^b,^c,^d ~ excludes all nodes", "a:+2 ~ slots are added to node 'a'",
			"10.0.0.1 ~ node '10.0.0.1'" })
	void of_listOfNodesThatCannotBeUsed_isRefusedWithTheWord(String list, String text) {
		assertThatThrownBy(() -> select(false, app(PlacementOptions.HOSTS, list))).isInstanceOf(PmixException.class)
				.hasMessageStartingWith("list of hosts '" + list + "'").hasMessageContaining(text)
				.extracting(problem -> ((PmixException) problem).status()).isEqualTo(Status.ERR_JOB_ALLOC_FAILED);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '~', value = { "a:x ~ the number of slots must be 0 to 1048576, not 'x'", "a: ~ not ''",
			"a:9999999999 ~ not '9999999999'", "+x ~ '+x' must be +n", "+n ~ '+n' must be +n", "^a:2 ~ excludes a node",
			"x@y@a ~ 'x@y@a' is not a node", "a/b ~ must not contain '/'", "a,,b:- ~ not ''", "' , ' ~ names no node" })
	void type_listThatBreaksTheGrammar_isNoValueOfTheOptions(String list, String text) {
		for (JobOption<String> option : List.of(PlacementOptions.HOSTS, PlacementOptions.ADD_HOSTS)) {
			assertThat(option.type().parse(list)).isEmpty();
			assertThatThrownBy(() -> app(option, list)).isInstanceOf(IllegalArgumentException.class).hasMessageContaining(text);
		}
	}

	@ParameterizedTest
	@CsvSource(delimiter = '~', value = { "e ~ node 'e'", "a slots=2|a slots=2 ~ the slots of node 'a' are stated twice",
			"a slots=2 slots=3 ~ line 1: the slots of node 'a' are stated twice", "a|b slots=two ~ line 2: the number of slots must be",
			"a slots=4 max-slots=2 ~ line 1: node 'a' has 4 slots, which is more than max-slots=2", "a boards=2 ~ line 1: 'boards' is unknown",
			"a slots= ~ line 1: slots= needs a value", "a = 2 ~ '=' needs a word", "a port=x ~ port must be", "'# nothing' ~ names no node",
			"rank 0 ~ line 1: a rank needs a node", "a \"b ~ line 1: a quote has no end", "a|/* b ~ line 2: a comment has no end",
			"a$ ~ line 1: the name of node 'a$' must not contain '$'" })
	void of_wrongHostfile_isRefusedWithTheLine(String content, String text) {
		assertThatThrownBy(() -> inFile(content)).isInstanceOf(PmixException.class).hasMessageContaining(text)
				.hasMessageContaining("hosts").extracting(problem -> ((PmixException) problem).status())
				.isEqualTo(Status.ERR_JOB_ALLOC_FAILED);
	}

	@Test
	void of_missingHostfile_isRefusedWithItsName() {
		assertThatThrownBy(() -> select(false, app(PlacementOptions.HOSTFILE, NOTHING))).isInstanceOf(PmixException.class)
				.hasMessageContaining("hostfile " + scratch.resolve(NOTHING) + " cannot be read: no such file or directory");
	}

	@Test
	void of_ranksOfOtherJobs_countAsBusyAndNodesAsNotEmpty() throws Exception {
		busy.put(pool(false).get(0).node(), 2);
		busy.put(pool(false).get(1).node(), 4);

		List<NodeShare> listed = select(false, app(PlacementOptions.HOSTS, "a:2,+e:1")).get(0);

		assertThat(text(listed)).as("2 slots besides those in use").isEqualTo("a4! c1!");
		assertThat(listed).extracting(NodeShare::busy).containsExactly(2, 0);
	}

	@Test
	void of_hostfileAndList_theListFiltersTheFile() throws Exception {
		Files.writeString(scratch.resolve("hosts"), "a slots=3\nb\nc slots=2\n");
		AppSpec app = app(PlacementOptions.HOSTFILE, "hosts").withOption(PlacementOptions.HOSTS, "c:9,a:1");

		assertThat(text(select(false, app).get(0))).isEqualTo("c2! a1!");
		assertThatThrownBy(() -> select(false, app.withOption(PlacementOptions.HOSTS, "d"))).hasMessageContaining("node 'd'");
	}

	@Test
	void of_severalHostfiles_areJoined() throws Exception {
		Files.writeString(scratch.resolve("one"), "a slots=3\n");
		Files.writeString(scratch.resolve("two"), "a slots=1\nc slots=2\n");

		assertThat(text(select(false, app(PlacementOptions.HOSTFILE, "one,two")).get(0))).isEqualTo("a3! c2!");
	}

	@Test
	void of_severalPrograms_eachGetsItsNodesAndEmptyOnesAreGivenOnce() throws Exception {
		List<List<NodeShare>> shares = select(false, app(PlacementOptions.HOSTS, "a:2"), app(PlacementOptions.HOSTS, "+e:1"),
				app(PlacementOptions.HOSTS, "+e:1,a:1"), AppSpec.of(1, "rest"));

		assertThat(shares).extracting(NodeSelectionTest::text).as("the second share of a lies behind the first one")
				.containsExactly("a2!", "b1!", "c1! a3!", "a4 b4 c4 d4");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '~', value = { "a:+2 ~ a6! b4 c4 d4", "a:7 ~ a7! b4 c4 d4", "a:-3,b:2 ~ a1! b2! c4 d4", "c ~ a4 b4 c4 d4" })
	void of_addedHosts_changeSlots(String list, String expected) throws Exception {
		assertThat(text(select(false, app(PlacementOptions.ADD_HOSTS, list)).get(0))).isEqualTo(expected);
	}

	@Test
	void of_addedHostfile_changesSlots() throws Exception {
		Files.writeString(scratch.resolve("more"), "# more\na slots=+2\nb slots=1\n");

		assertThat(text(select(false, app(PlacementOptions.ADD_HOSTFILE, "more")).get(0))).isEqualTo("a6! b1! c4 d4");
	}

	@Test
	void of_addedNodeThatIsNotInThePool_isRefused() {
		assertThatThrownBy(() -> select(false, app(PlacementOptions.ADD_HOSTS, "e:2"))).hasMessageContaining("node 'e'");
		assertThatThrownBy(() -> select(false, app(PlacementOptions.ADD_HOSTS, "+n0"))).hasMessageContaining("by name");
	}
}
