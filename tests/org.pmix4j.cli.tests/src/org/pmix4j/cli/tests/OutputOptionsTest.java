// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import javax.xml.parsers.DocumentBuilderFactory;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;
import org.w3c.dom.Element;

/** The format and destination of output, by the options of prterun and mpirun. */
class OutputOptionsTest {
	private static final String BOTH = "echo out; echo err >&2";

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@TempDir
	private Path folder;

	private List<String> files() throws IOException {
		try (Stream<Path> files = Files.walk(folder)) {
			return files.filter(Files::isRegularFile).map(file -> folder.relativize(file).toString().replaceAll("p4j-\\w+@1", "JOB")).sorted()
					.toList();
		}
	}

	private Outcome run(Object... arguments) {
		return pmix4j.run(arguments).finish().requireExit(0);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "tag|\\[1,0\\]<stdout>: out", "TAG-D|\\[1,0\\]\\[\\S+:\\d+\\]<stdout>: out",
			"tag-full|\\[p4j-\\w+@1,0\\]<stdout>: out", "rank|\\[0\\]<stdout>: out", "timestamp|\\[\\w+ \\w+ +\\d+ [0-9:]+ \\d+\\]<stdout>: out",
			"xml|<stdout rank=\"0\">out.*</stdout>", "xml,tag|<stdout jobid=\"1\" rank=\"0\">out.*</stdout>",
			"tag,merge,raw|\\[1,0\\]<stdout>: out" })
	void output_format_marksLines(String words, String line) {
		Outcome outcome = run("--output", words, "-n", 1, "sh", "-c", BOTH);

		assertThat(outcome.lines()).hasSize(words.contains("xml") ? 3 : words.contains("merge") ? 2 : 1).anyMatch(said -> said.matches(line));
	}

	@Test
	void plainOutput_withUnterminatedLastLines_hasOneLineOfEachRank() {
		assertThat(run("-n", 3, "printf", "no end").text()).isEqualTo("no end\nno end\nno end");
		assertThat(run("--raw", "-n", 3, "printf", "no end").text()).isEqualTo("no endno endno end");
		assertThat(run("-n", 1, "printf", "no end").text()).isEqualTo("no end");
	}

	@ParameterizedTest
	@ValueSource(strings = { "merge", "merge,tag", "merge,xml", "merge,raw", "merge,dir=" })
	void merge_bothStreamsInTurn_keepTheWrittenOrder(String words) throws IOException {
		Outcome outcome = run("--output", words.replace("dir=", "dir=" + folder), "-n", 2, "sh", "-c",
				"for i in 1 2 3 4 5; do echo o$i-$PMIX_RANK; echo e$i-$PMIX_RANK >&2; done");

		for (int rank = 0; rank < 2; rank++) {
			String end = "-" + rank;
			assertThat(outcome.lines().stream().filter(line -> line.contains(end)).map(line -> line.replaceAll(".*([oe]\\d)-.*", "$1")))
					.containsExactly("o1", "e1", "o2", "e2", "o3", "e3", "o4", "e4", "o5", "e5");
		}
		if (words.endsWith("dir=")) {
			assertThat(files()).containsExactly("JOB/rank.0/stdout", "JOB/rank.1/stdout");
		}
	}

	@Test
	void xml_marksLinesAsElements() {
		assertThat(run("--xml", "-n", 1, "echo", "<out>").text())
				.isEqualTo("<pmix4j>\n<stdout rank=\"0\">&lt;out&gt;&#010;</stdout>\n</pmix4j>\n");
	}

	@ParameterizedTest
	@ValueSource(strings = { "xml", "xml,tag", "xml,tag-detailed", "xml,tag-fullname,timestamp", "xml,merge", "xml,raw" })
	void xml_anyBytesAndReports_areTakenByAParser(String words) throws Exception {
		Outcome outcome = run("--output", words, "--display", "map", "-n", 2, "printf", "a<b>&\"\\033[1m\\000\\377\\303\\244\\r\\tx\\nno end");

		Element root = DocumentBuilderFactory.newInstance().newDocumentBuilder()
				.parse(new ByteArrayInputStream(outcome.output())).getDocumentElement();
		assertThat(root.getTagName()).isEqualTo("pmix4j");
		assertThat(root.getTextContent()).contains("a<b>&\"\ufffd[1m\ufffd\ufffdä\r\tx\n", "no end", "Data for JOB");
	}

	@Test
	void outputFilename_writesFileForEachStreamOfEachRank() throws IOException {
		Outcome outcome = run("--output-filename", folder, "-n", 2, "sh", "-c", BOTH);

		assertThat(files()).containsExactly("JOB/rank.0/stderr", "JOB/rank.0/stdout", "JOB/rank.1/stderr", "JOB/rank.1/stdout");
		assertThat(outcome.lines()).containsExactly("out", "out");
	}

	@Test
	void outputFilename_nocopy_keepsOutputOffTerminal() throws IOException {
		Outcome outcome = run("--output-filename", folder + ":nocopy", "-n", 1, "sh", "-c", BOTH);

		assertThat(files()).hasSize(2);
		assertThat(outcome.text()).isEmpty();
	}

	@Test
	void outputFile_isNamedByPrefixOrPattern() throws IOException {
		run("--output", "file=" + folder.resolve("name") + ",nocopy", "-n", 1, "sh", "-c", BOTH);
		run("--output", "file=" + folder.resolve("%r-of-%n") + ":pattern:nocopy", "-n", 1, "echo", "out");

		assertThat(files()).containsExactly("0-of-JOB.out", "name.JOB.0.err", "name.JOB.0.out");
	}

	@Test
	void processTable_goesToStandardOutputErrorOrFile() throws IOException {
		String row = "\\(rank, host, exe, pid\\) = \\([01], \\S+, /\\S*/true, \\d+\\)";

		assertThat(run("--output-proctable", "-n", 2, "true").lines()).hasSize(2).allMatch(line -> line.matches(row));
		assertThat(run("--runtime-options", "output-proctable", "-n", 2, "true").lines()).hasSize(2);
		assertThat(run("--output-proctable=+", "-n", 2, "true").errorLines()).hasSize(2).allMatch(line -> line.matches(row));
		run("--runtime-options", "output-proctable=" + folder.resolve("table"), "-n", 2, "true");
		assertThat(Files.readAllLines(folder.resolve("table"))).hasSize(2).allMatch(line -> line.matches(row));
	}

	@Test
	void processTable_fileCannotBeWritten_isReported() {
		assertThat(run("--output-proctable=/dev/full", "-n", 1, "true").errorLines()).singleElement().asString()
				.contains("the process table cannot be written to /dev/full: no space left on device");
	}

	@ParameterizedTest
	@CsvSource({ "false,0", "true,7" })
	void errorNonzeroStatus_decidesWhetherAnExitCodeIsAFailure(boolean isFailure, int code) {
		pmix4j.run("--runtime-options", "error-nonzero-status=" + isFailure, "-n", 1, "sh", "-c", "exit 7").finish().requireExit(code);
	}

	@Test
	void appFile_runsItsPrograms() throws IOException {
		Path file = Files.writeString(folder.resolve("apps"), "-n 2 -x A=1 sh -c 'echo $A'\n-n 1 --unset-env A sh -c 'echo ${A:-none}'\n");

		assertThat(run("--app", file).lines()).containsExactlyInAnyOrder("1", "1", "none");
	}
}
