// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.StringReader;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import javax.xml.parsers.DocumentBuilderFactory;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

/**
 * Compares what is shown of launched jobs with the texts of prterun of Debian 13 on the same machine: PRRTE names policies, flags and
 * bindings differently when a job is only mapped, which {@link PrrteMapTest} compares.
 */
class PrrteLaunchTest {
	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@TempDir
	Path folder;

	private record Texts(int exitCode, String output, List<String> errors) {
	}

	@ParameterizedTest
	@ValueSource(strings = { "--display map,bind", "--map-by core --display map-devel,bind", "--map-by hwthread --display map,bind",
			"--map-by :hwtcpus --display map-devel", "--map-by :corecpus --display map", "--map-by slot --bind-to hwthread --display map,bind",
			"--map-by node --rank-by node --bind-to core --display map,bind", "--map-by package --display map-devel,bind",
			"--map-by numa --bind-to core:if-supported --display map", "--map-by ppr:2:node --display map",
			"--map-by pe-list=0,1 --display map,bind",
			"--bind-to none --display map,bind", "--bind-to hwthread --display map:parseable", "-H localhost:2 --display map-devel",
			"-H localhost:1,localhost --display map-devel" })
	void launch_ofTwoRanks_showsTheTextsOfPrterun(String options) throws Exception {
		compare(2, options);
	}

	@ParameterizedTest
	@ValueSource(strings = { "--map-by :oversubscribe --display map,bind", "--map-by core:oversubscribe --display map-devel",
			"--map-by slot:oversubscribe --bind-to core:overload-allowed --display map,bind" })
	void launch_ofMoreRanksThanProcessors_showsTheTextsOfPrterun(String options) throws Exception {
		compare(2 * Runtime.getRuntime().availableProcessors(), options);
	}

	@Test
	void launch_ofAsManyRanksAsSlotsAreStated_showsTheTextsOfPrterun() throws Exception {
		int slots = 2 * Runtime.getRuntime().availableProcessors();

		compare(slots, "-H localhost:" + slots + " --map-by slot --display map-devel,bind");
	}

	/** PRRTE shows the allocation at each of its stages; here it is shown once, as it is at last. */
	@Test
	void allocation_ofALaunchedJob_isTheLastOneOfPrterun() throws Exception {
		Path hostfile = Files.writeString(folder.resolve("hosts"), "localhost slots=2 max_slots=3\n");

		for (String options : List.of("--display allocation", "-H localhost:2 --display allocation",
				"--map-by :oversubscribe --hostfile " + hostfile + " --display allocation")) {
			String expected = prterun(2, options).output();

			assertThat(expected.replace("aliases: localhost\n", "aliases: " + name(expected) + "\n")).as(options)
					.endsWith(own(2, options).output()).isNotEmpty();
		}
	}

	/** PRRTE 3.0.8 and 5.0 never close the elements of the nodes; valid XML is worth more than their text. */
	@ParameterizedTest
	@ValueSource(strings = { "--display alloc:parseable", "--display map:parseable", "--do-not-launch --display map-devel:parseable",
			"--output xml --display alloc,map,topo,cpus,bind:parseable", "--output xml --display map-devel,alloc,bind",
			"--output xml --do-not-launch --display map:parseable" })
	void reportsForPrograms_areXml(String options) throws Exception {
		String xml = own(2, options).output();

		Document document = DocumentBuilderFactory.newInstance().newDocumentBuilder()
				.parse(new InputSource(new StringReader(xml)));

		boolean isWhole = options.contains("--output xml");
		assertThat(document.getDocumentElement().getTagName()).isEqualTo(isWhole ? "pmix4j" : xml.contains("<map>") ? "map" : "allocation");
		if (options.contains("parseable")) {
			Element host = (Element) document.getElementsByTagName("host").item(0);
			assertThat(host.getAttribute("name")).isEqualTo(InetAddress.getLocalHost().getHostName());
			assertThat(host.getAttribute("max_slots")).isEqualTo("0");
			assertThat(document.getElementsByTagName("rank").getLength()).isEqualTo(options.contains("map") ? 2 : 0);
		}
	}

	/** As PRRTE 5.0.0rc1 shows them, also for PMIX_REPORT_PHYSICAL_CPUS; release 3.0.8 has no physical numbers. */
	@Test
	void bindings_byPhysicalNumbers_areThoseOfTheKernel() throws Exception {
		List<String> bound = own(2, "--display bindings:physical").errors();

		assertThat(bound).hasSize(2);
		for (int rank = 0; rank < 2; rank++) {
			String number = Files.readString(Path.of("/sys/devices/system/cpu/cpu" + rank + "/topology/core_id")).strip();
			assertThat(bound.get(rank)).endsWith("Rank " + rank + " bound to package[0][core:P" + number + "]");
		}
		assertThat(own(2, "--display map:physical").output()).contains(bound.get(1).substring(bound.get(1).indexOf("package")));
	}

	/** Nothing is made for ranks that are never launched, and no limit is one for a small job. */
	@Test
	void map_ofAHundredThousandRanks_isShown() throws Exception {
		Texts map = own(100_000, "--do-not-launch --display map");

		assertThat(map.exitCode()).isZero();
		assertThat(map.errors()).isEmpty();
		assertThat(map.output().lines().filter(line -> line.contains(" Process rank: "))).hasSize(100_000)
				.anyMatch(line -> line.contains(" Process rank: 99999 "));
	}

	/** The slots that the user states count: C refuses such a job, as it binds by default. */
	@Test
	void statedSlots_beyondTheProcessors_runUnbound() throws Exception {
		int slots = 2 * Runtime.getRuntime().availableProcessors();
		Path hostfile = Files.writeString(folder.resolve("hosts"), "localhost slots=" + slots + "\n");

		for (String options : List.of("-H localhost:" + slots, "-H " + "localhost,".repeat(slots) + " --map-by core", "--hostfile " + hostfile)) {
			Texts own = own(slots, options + " --display bind");

			assertThat(own.exitCode()).as(options).isZero();
			assertThat(own.errors()).as(options).hasSize(slots)
					.allMatch(line -> line.endsWith("is not bound (or bound to all available processors)"));
			assertThat(own(slots + 1, options).errors()).as(options).anyMatch(line -> line.contains("need as many slots"));
		}
	}

	private static String name(String allocation) {
		String line = allocation.lines().filter(each -> each.contains(": slots=")).findFirst().orElseThrow();
		return line.strip().substring(0, line.strip().indexOf(':'));
	}

	private void compare(int ranks, String options) throws Exception {
		Texts expected = prterun(ranks, options);

		assertThat(expected.exitCode()).as(options).isZero();
		assertThat(own(ranks, options)).as(options).isEqualTo(expected);
	}

	private Texts own(int ranks, String options) throws Exception {
		Outcome own = pmix4j.run(words(ranks, options).toArray()).finish();
		return texts(own.exitCode(), own.text(), own.errors());
	}

	private Texts prterun(int ranks, String options) throws Exception {
		List<String> command = new ArrayList<>(List.of("prterun", "--allow-run-as-root"));
		command.addAll(words(ranks, options));
		File errors = folder.resolve("errors").toFile();
		Process process = new ProcessBuilder(Peers.trixie(command)).redirectError(errors).redirectInput(new File("/dev/null")).start();
		String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		return texts(process.waitFor(), text, Files.readString(errors.toPath()));
	}

	private static List<String> words(int ranks, String options) {
		List<String> words = new ArrayList<>(List.of("-n", Integer.toString(ranks)));
		words.addAll(List.of(options.split(" ")));
		words.add("true");
		return words;
	}

	/** PRRTE reports bindings in the order in which processes start. */
	private static Texts texts(int code, String output, String errors) {
		return new Texts(code, output.replaceAll("[^\\s\\[]+@([01])\\b", "JOB$1").strip(),
				errors.lines().filter(line -> !line.isBlank()).map(line -> line.replaceFirst("^\\[([^:\\]]+):[0-9]{5,}\\]", "[$1:PID]")).sorted()
						.toList());
	}
}
