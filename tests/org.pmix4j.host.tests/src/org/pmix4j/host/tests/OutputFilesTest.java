// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.host.internal.streams.FileModes;
import org.pmix4j.host.internal.streams.OutputPump;
import org.pmix4j.host.internal.streams.OutputRelay;
import org.pmix4j.job.OutputFiles;
import org.pmix4j.job.OutputFiles.Form;
import org.pmix4j.job.OutputSpec;
import org.pmix4j.model.OutputFormat.Tag;
import org.pmix4j.model.Proc;
import org.pmix4j.process.internal.process.ChildStream;
import org.pmix4j.process.internal.process.OutputHandler;
import org.pmix4j.testkit.Await;

/** Output to files, one for each rank and stream. */
class OutputFilesTest {
	private static final String NSPACE = "base@7";

	private final CapturingSink sink = new CapturingSink();
	private final List<IOException> failures = new ArrayList<>();

	@ParameterizedTest
	@CsvSource({ "DIRECTORY, out, 3, 4, out/base@7/rank.3/stdout, out/base@7/rank.3/stderr",
			"DIRECTORY, out, 3, 10, out/base@7/rank.03/stdout, out/base@7/rank.03/stderr",
			"NAME, a/b, 3, 128, a/b.base@7.003.out, a/b.base@7.003.err", "PATTERN, a/b, 3, 4, a/b.out, a/b.err",
			"PATTERN, %n/%h-%r-%R-%%r, 3, 20, base@7/node-3-03-%r.out, base@7/node-3-03-%r.err" })
	void of_eachForm_givesTheNameOfTheCLibrary(Form form, String path, int rank, int ranks, String out, String err) {
		OutputFiles files = new OutputFiles(Path.of(path), form, false);

		assertThat(files.of(Proc.of(NSPACE, rank), ranks, "node", false)).isEqualTo(Path.of(out));
		assertThat(files.of(Proc.of(NSPACE, rank), ranks, "node", true)).isEqualTo(Path.of(err));
	}

	private void run(OutputSpec spec, Path directory) throws Exception {
		OutputPump pump = new OutputPump(NSPACE, spec, 2, sink, OutputRelay.NONE, new OutputPump.Place(directory,
				new FileModes(OptionalInt.empty()), proc -> "node"), failures::add);
		for (int i = 0; i < 2; i++) {
			OutputHandler rank = pump.rank(Proc.of(NSPACE, i), "node");
			FakeChild child = new FakeChild(4711 + i);
			rank.output(child, ChildStream.STDOUT, bytes("out " + i + "\nno end"));
			rank.output(child, ChildStream.STDERR, bytes("err " + i + "\n"));
			rank.outputClosed(child, ChildStream.STDOUT);
			rank.outputClosed(child, ChildStream.STDERR);
		}
		Await.result(pump.finish());
	}

	private static ByteBuffer bytes(String text) {
		return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
	}

	private static OutputSpec spec(Tag tag, boolean merge, boolean xml, Path path, Form form, boolean alone) {
		return OutputSpec.tagged(tag).withMerge(merge).withXml(xml).withFiles(new OutputFiles(path, form, alone));
	}

	@Test
	void write_directory_goesToFilesAndSink(@TempDir Path directory) throws Exception {
		run(spec(Tag.NONE, false, false, Path.of("o"), Form.DIRECTORY, false), directory);

		assertThat(directory.resolve("o/base@7/rank.0/stdout")).hasContent("out 0\nno end");
		assertThat(directory.resolve("o/base@7/rank.1/stderr")).hasContent("err 1\n");
		assertThat(sink.out()).isEqualTo("out 0\nno end\nout 1\nno end");
	}

	@Test
	void write_unfinishedLines_doNotMixInFiles(@TempDir Path directory) throws Exception {
		run(spec(Tag.JOB, false, false, directory.resolve("o"), Form.NAME, false), Path.of("/nowhere"));

		assertThat(directory.resolve("o.base@7.0.out")).hasContent("[7,0]<stdout>: out 0\n[7,0]<stdout>: no end");
		assertThat(directory.resolve("o.base@7.1.out")).hasContent("[7,1]<stdout>: out 1\n[7,1]<stdout>: no end");
		assertThat(sink.out()).contains("no end\n[7,1]");
	}

	@Test
	void write_mergedStreams_goToOneFile(@TempDir Path directory) throws Exception {
		run(spec(Tag.NONE, true, false, Path.of("o-%r"), Form.PATTERN, false), directory);

		assertThat(Files.readString(directory.resolve("o-1.out"))).contains("err 1\n", "out 1\n");
		assertThat(directory.resolve("o-1.err")).doesNotExist();
	}

	@Test
	void write_alone_leavesNothingForTheSink(@TempDir Path directory) throws Exception {
		run(spec(Tag.NONE, false, true, Path.of("o"), Form.NAME, true), directory);

		assertThat(sink.out()).isEmpty();
		assertThat(sink.err()).isEmpty();
		assertThat(directory.resolve("o.base@7.1.err")).hasContent("<stderr rank=\"1\">err 1&#010;</stderr>\n");
	}

	@Test
	void write_fileCannotBeCreated_endsTheOutput(@TempDir Path directory) throws Exception {
		Files.writeString(directory.resolve("o"), "in the way");
		run(spec(Tag.NONE, false, false, Path.of("o"), Form.DIRECTORY, false), directory);

		assertThat(failures).hasSize(1);
	}

	@Test
	void write_xml_makesEachLineAnElement() throws Exception {
		run(OutputSpec.PLAIN.withXml(true), Path.of("/nowhere"));

		assertThat(sink.out()).isEqualTo("<stdout rank=\"0\">out 0&#010;</stdout>\n"
				+ "<stdout rank=\"0\">no end</stdout>\n<stdout rank=\"1\">out 1&#010;</stdout>\n"
				+ "<stdout rank=\"1\">no end</stdout>\n");
	}
}
