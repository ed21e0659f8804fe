// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.dvm.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;

import org.junit.jupiter.api.Test;
import org.pmix4j.client.IofOutput;
import org.pmix4j.dvm.internal.JobOutput;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.OutputSink;
import org.pmix4j.job.OutputSpec;
import org.pmix4j.job.submission.SubmissionKeys;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.OutputFormat.Tag;
import org.pmix4j.model.Proc;
import org.pmix4j.testkit.Await;

/** Tests how pieces of output that a server forwards reach the sink of their job. */
class JobOutputTest {
	private static final String JOB = "prte-node-100@7";
	private static final Duration MOMENT = Duration.ofSeconds(30);

	private final Text text = new Text();
	private final List<IOException> failures = new CopyOnWriteArrayList<>();

	/** Keeps what is written. */
	private static class Text implements OutputSink {
		private final ByteArrayOutputStream all = new ByteArrayOutputStream();

		@Override
		public synchronized void write(Proc proc, IofChannel channel, ByteBuffer chunk) throws IOException {
			byte[] bytes = new byte[chunk.remaining()];
			chunk.get(bytes);
			all.writeBytes(bytes);
		}

		@Override
		public synchronized void endLine(Proc proc, IofChannel channel) {
			all.write('\n');
		}

		@Override
		public synchronized String toString() {
			return all.toString(StandardCharsets.UTF_8);
		}
	}

	private JobOutput output(OutputSpec form, boolean isFormed, OutputSink sink) {
		JobSpec job = JobSpec.of(2, "prog").withOutput(form).withSink(sink);
		JobOutput output = new JobOutput(job, isFormed, proc -> "node", proc -> "node:" + (10 + proc.rank().value()), failures::add);
		output.start();
		return output;
	}

	private static IofOutput piece(int rank, IofChannel channel, String data) {
		return new IofOutput(Proc.of(JOB, rank), channel, Infos.EMPTY, ByteObject.wrap(data.getBytes(StandardCharsets.UTF_8)));
	}

	@Test
	void put_piecesOfTwoRanks_linesAreWhole() throws Exception {
		JobOutput output = output(OutputSpec.PLAIN, false, text);

		output.put(piece(0, IofChannel.STDOUT, "line of "));
		output.put(piece(1, IofChannel.STDOUT, "rank 1\n"));
		output.put(piece(0, IofChannel.STDOUT, "rank 0\n"));
		Await.result(output.finish());

		assertThat(text.toString().lines()).containsExactlyInAnyOrder("line of rank 0", "rank 1");
	}

	@Test
	void put_taggedOutput_namesPlaceAndStream() throws Exception {
		JobOutput output = output(OutputSpec.tagged(Tag.DETAILED), false, text);

		output.put(piece(0, IofChannel.STDOUT, "out\n"));
		output.put(piece(1, IofChannel.STDERR, "err\n"));
		Await.result(output.finish());

		assertThat(text.toString()).isEqualTo("[7,0][node:10]<stdout>: out\n[7,1][node:11]<stderr>: err\n");
	}

	@Test
	void put_prompt_isShownWithoutItsLineEnd() {
		JobOutput output = output(OutputSpec.PLAIN, false, text);

		output.put(piece(0, IofChannel.STDOUT, "name? "));

		Await.until("the prompt", MOMENT, () -> text.toString().equals("name? "));
		output.finish();
	}

	@Test
	void finish_lineWithoutEnd_isWritten() throws Exception {
		JobOutput output = output(OutputSpec.PLAIN, false, text);

		output.put(piece(0, IofChannel.STDOUT, "last"));
		Await.result(output.finish());

		assertThat(text).hasToString("last");
	}

	/** A server that formats the output has done so already. */
	@Test
	void put_formattedOutput_isWrittenAsItIs() throws Exception {
		JobOutput output = output(OutputSpec.tagged(Tag.JOB), true, text);

		output.put(piece(0, IofChannel.STDOUT, "[7,0]<stdout>: out\n"));
		Await.result(output.finish());

		assertThat(text).hasToString("[7,0]<stdout>: out\n");
	}

	/** Only a sink that shows ranks together writes the line feed. */
	@Test
	void put_endOfAnUnfinishedLine_isLeftToTheSink() throws Exception {
		Text exact = new Text() {
			@Override
			public synchronized void endLine(Proc proc, IofChannel channel) {
				// keeps the bytes of each rank
			}
		};
		JobOutput output = output(OutputSpec.PLAIN, true, exact);

		output.put(piece(0, IofChannel.STDOUT, "begun"));
		output.put(new IofOutput(Proc.of(JOB, 0), IofChannel.STDOUT, Infos.of(Info.of(SubmissionKeys.LINE_END, true)),
				ByteObject.wrap(new byte[] { '\n' })));
		Await.result(output.finish());

		assertThat(exact).hasToString("begun");
	}

	@Test
	void put_sinkFails_isReportedOnceAndTheRestDiscarded() throws Exception {
		JobOutput output = output(OutputSpec.PLAIN, false, new Text() {
			@Override
			public synchronized void write(Proc proc, IofChannel channel, ByteBuffer chunk) throws IOException {
				throw new IOException("no reader");
			}
		});

		for (int i = 0; i < 100; i++) {
			output.put(piece(0, IofChannel.STDOUT, "x".repeat(1 << 20) + "\n"));
		}
		Await.result(output.finish());

		assertThat(failures).singleElement().satisfies(failure -> assertThat(failure).hasMessage("no reader"));
	}

	@Test
	void abandon_sinkIsStuck_finishesAtOnce() throws Exception {
		Semaphore reader = new Semaphore(0);
		JobOutput output = output(OutputSpec.PLAIN, false, new Text() {
			@Override
			public void write(Proc proc, IofChannel channel, ByteBuffer chunk) throws IOException {
				reader.acquireUninterruptibly();
			}
		});
		output.put(piece(0, IofChannel.STDOUT, "stuck\n"));

		output.abandon();

		Await.result(output.finish());
		reader.release();
	}
}
