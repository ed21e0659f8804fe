// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.host.internal.streams.FileModes;
import org.pmix4j.host.internal.streams.OutputPump;
import org.pmix4j.host.internal.streams.OutputRelay;
import org.pmix4j.job.OutputFiles;
import org.pmix4j.job.OutputSpec;
import org.pmix4j.job.internal.streams.SharedSink;
import org.pmix4j.job.internal.streams.StreamLines;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.OutputFormat.Tag;
import org.pmix4j.model.Proc;
import org.pmix4j.process.internal.process.ChildStream;
import org.pmix4j.process.internal.process.OutputHandler;
import org.pmix4j.testkit.Await;

/** Unfinished lines of plain output, which is not tagged. */
class UnfinishedLinesTest {
	private static final String NSPACE = "base@7";
	private static final Duration LIMIT = Duration.ofSeconds(20);
	private static final OutputPump.Place PLACE = new OutputPump.Place(Path.of("/nowhere"), new FileModes(OptionalInt.empty()),
			proc -> "node");

	private final CapturingSink sink = new CapturingSink();
	private final List<IOException> failures = new ArrayList<>();
	private final FakeChild child = new FakeChild(4711);

	@Test
	void plain_unfinishedLine_isEndedBeforeAnotherRanksLine() throws Exception {
		writeUnfinishedLines(OutputSpec.PLAIN);

		assertThat(sink.out()).isEqualTo("no end of 0\nno end of 1\nwhole line of 2\nno end of 2");
		assertThat(sink.out(0)).as("the bytes of one rank").isEqualTo("no end of 0");
	}

	@Test
	void raw_unfinishedLine_isLeftAsItIs() throws Exception {
		writeUnfinishedLines(OutputSpec.PLAIN.withRaw(true));

		assertThat(sink.out()).isEqualTo("no end of 0no end of 1whole line of 2\nno end of 2");
	}

	/** Raw pieces with tags are passed on at once, but a tag is never inside of a line. */
	@ParameterizedTest
	@CsvSource(delimiter = '!', value = { "false ! [7,0]<stdout>: one|[7,1]<stdout>: two|[7,0]<stdout>: three|",
			"true ! <stdout jobid=\"7\" rank=\"0\">one</stdout>|<stdout jobid=\"7\" rank=\"1\">two</stdout>|"
					+ "<stdout jobid=\"7\" rank=\"0\">three&#010;</stdout>|" })
	void raw_withMarks_marksPiecesWithoutWaiting(boolean xml, String lines) throws Exception {
		OutputPump pump = new OutputPump(NSPACE, OutputSpec.tagged(Tag.JOB).withRaw(true).withXml(xml), 2, sink, OutputRelay.NONE, PLACE,
				failures::add);
		OutputHandler rank = pump.rank(Proc.of(NSPACE, 0), "node");
		write(rank, ChildStream.STDOUT, "one");
		Await.until("the piece is written", LIMIT, () -> sink.out().contains("one"));
		write(pump.rank(Proc.of(NSPACE, 1), "node"), ChildStream.STDOUT, "two");
		Await.until("the other piece is written", LIMIT, () -> sink.out().contains("two"));
		write(rank, ChildStream.STDOUT, "three\n");
		Await.result(pump.finish());

		assertThat(sink.out()).isEqualTo(lines.replace('|', '\n'));
	}

	/** A rank asks; the other one writes meanwhile. */
	@ParameterizedTest
	@CsvSource(delimiter = '!', value = { "NONE ! false ! name? |other|Bob|",
			"RANK ! false ! [0]<stdout>: name? |[1]<stdout>: other|[0]<stdout>: Bob|",
			"NONE ! true ! <stdout rank=\"0\">name? </stdout>|<stdout rank=\"1\">other&#010;</stdout>|"
					+ "<stdout rank=\"0\">Bob&#010;</stdout>|" })
	void prompt_rankWritesNothingMore_isShownAndEndedBeforeAnotherRanksLine(Tag tag, boolean xml, String lines, @TempDir Path folder)
			throws Exception {
		OutputSpec spec = OutputSpec.tagged(tag).withXml(xml).withFiles(new OutputFiles(folder.resolve("f"), OutputFiles.Form.NAME, false));
		OutputPump pump = new OutputPump(NSPACE, spec, 2, sink, OutputRelay.NONE, PLACE, failures::add);
		OutputHandler rank = pump.rank(Proc.of(NSPACE, 0), "node");
		child.idle = stream -> rank.outputIdle(child, stream);
		write(rank, ChildStream.STDOUT, "name? ");
		org.pmix4j.testkit.Await.until("the prompt is written", LIMIT, () -> sink.out().contains("name? "));
		write(pump.rank(Proc.of(NSPACE, 1), "node"), ChildStream.STDOUT, "other\n");
		write(rank, ChildStream.STDOUT, "Bob\n");
		rank.outputClosed(child, ChildStream.STDOUT);
		Await.result(pump.finish());

		assertThat(sink.out()).isEqualTo(lines.replace('|', '\n'));
		String ofRank = lines.replaceAll("[^|]*other[^|]*[|]", "").replace("name? |" + (tag == Tag.RANK ? "[0]<stdout>: " : ""), "name? ");
		assertThat(folder.resolve("f." + NSPACE + ".0.out")).hasContent(ofRank.replace('|', '\n'));
	}

	@Test
	void prompt_rankWritesMoreMeanwhile_waitsForTheWholeLine() throws Exception {
		OutputPump pump = new OutputPump(NSPACE, OutputSpec.PLAIN, 2, sink, OutputRelay.NONE, PLACE, failures::add);
		OutputHandler rank = pump.rank(Proc.of(NSPACE, 0), "node");
		AtomicInteger probes = new AtomicInteger();
		child.idle = stream -> probes.incrementAndGet(); // as while the rank is paused, or has written more
		write(rank, ChildStream.STDOUT, "begin");
		org.pmix4j.testkit.Await.until("the rank is looked at twice", LIMIT, () -> probes.get() >= 2);
		assertThat(sink.chunks()).isEmpty();
		write(rank, ChildStream.STDOUT, "ning\n");
		rank.outputIdle(child, ChildStream.STDOUT);
		Await.result(pump.finish());

		assertThat(sink.chunks()).containsExactly("beginning\n");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '!', value = { "$1/4$2/4$3/4| ! $1/4,$2/4,$3/4|", "1/4$2/4$| ! 1/4,$2/4$|", "a$|b$| ! a$|,b$|", "$$x|y ! $$x|,y",
			"a|$1$2|b ! a|,$1,$2|,b" })
	void carriageReturn_anyCut_endsTheStateBefore(String text, String chunks) throws Exception {
		String written = text.replace('$', '\r').replace('|', '\n');
		for (int cut = 0; cut <= written.length(); cut++) {
			CapturingSink each = new CapturingSink();
			OutputPump pump = new OutputPump(NSPACE, OutputSpec.PLAIN, 2, each, OutputRelay.NONE, PLACE, failures::add);
			OutputHandler rank = pump.rank(Proc.of(NSPACE, 0), "node");
			write(rank, ChildStream.STDOUT, written.substring(0, cut));
			write(rank, ChildStream.STDOUT, written.substring(cut));
			rank.outputClosed(child, ChildStream.STDOUT);
			Await.result(pump.finish());

			assertThat(each.out()).as("cut at %d", cut).isEqualTo(written);
			assertThat(each.chunks()).as("cut at %d", cut).noneMatch("\r"::equals);
		}
		writeBytes(written);

		assertThat(String.join(",", sink.chunks()).replace('\r', '$').replace('\n', '|')).isEqualTo(chunks);
	}

	/** Writes each byte alone, as a program without a buffer. */
	private void writeBytes(String text) throws Exception {
		OutputPump pump = new OutputPump(NSPACE, OutputSpec.PLAIN, 2, sink, OutputRelay.NONE, PLACE, failures::add);
		OutputHandler rank = pump.rank(Proc.of(NSPACE, 0), "node");
		for (char each : text.toCharArray()) {
			write(rank, ChildStream.STDOUT, String.valueOf(each));
		}
		rank.outputClosed(child, ChildStream.STDOUT);
		Await.result(pump.finish());
	}

	@Test
	void sharedSink_unfinishedLineOfOneJob_isEndedBeforeAnotherJobsLine() throws Exception {
		SharedSink shared = new SharedSink(sink);
		Proc parent = Proc.of(NSPACE, 0);
		Proc spawned = Proc.of("base@8", 0);
		shared.write(parent, IofChannel.STDOUT, ByteBuffer.wrap("name? ".getBytes(StandardCharsets.UTF_8)));
		shared.write(spawned, IofChannel.STDOUT, ByteBuffer.wrap("child\n".getBytes(StandardCharsets.UTF_8)));
		shared.endLine(parent, IofChannel.STDOUT);
		shared.write(parent, IofChannel.STDOUT, ByteBuffer.wrap("more\n".getBytes(StandardCharsets.UTF_8)));

		assertThat(sink.out()).isEqualTo("name? \nchild\nmore\n");
	}

	private void writeUnfinishedLines(OutputSpec spec) throws Exception {
		OutputPump pump = new OutputPump(NSPACE, spec, 3, sink, OutputRelay.NONE, PLACE, failures::add);
		for (int i = 0; i < 3; i++) {
			OutputHandler rank = pump.rank(Proc.of(NSPACE, i), "node");
			write(rank, ChildStream.STDOUT, (i == 2 ? "whole line of 2\n" : "") + "no end of " + i);
			rank.outputClosed(child, ChildStream.STDOUT);
		}
		Await.result(pump.finish());
	}

	@Test
	void plain_unfinishedLineOnOneStream_leavesTheOtherStreamAlone() throws Exception {
		OutputPump pump = new OutputPump(NSPACE, OutputSpec.PLAIN, 2, sink, OutputRelay.NONE, PLACE, failures::add);
		OutputHandler rank = pump.rank(Proc.of(NSPACE, 0), "node");
		write(rank, ChildStream.STDOUT, "out");
		rank.outputClosed(child, ChildStream.STDOUT);
		write(rank, ChildStream.STDERR, "err\n");
		Await.result(pump.finish());

		assertThat(sink.out()).isEqualTo("out");
		assertThat(sink.err()).isEqualTo("err\n");
	}

	@Test
	void plain_lineTooLongToHold_isEndedBeforeAnotherRanksLineAndContinues() throws Exception {
		String piece = "x".repeat(StreamLines.MAX_LINE + 1);
		OutputPump pump = new OutputPump(NSPACE, OutputSpec.PLAIN, 2, sink, OutputRelay.NONE, PLACE, failures::add);
		OutputHandler rank = pump.rank(Proc.of(NSPACE, 0), "node");
		write(rank, ChildStream.STDOUT, piece);
		write(pump.rank(Proc.of(NSPACE, 1), "node"), ChildStream.STDOUT, "other\n");
		write(rank, ChildStream.STDOUT, "end\n");
		Await.result(pump.finish());

		assertThat(sink.out()).isEqualTo(piece + "\nother\nend\n");
	}

	private void write(OutputHandler rank, ChildStream stream, String text) {
		rank.output(child, stream, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
	}
}
