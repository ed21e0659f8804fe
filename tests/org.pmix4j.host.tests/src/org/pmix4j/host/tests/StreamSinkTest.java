// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.pmix4j.host.HostOptions;
import org.pmix4j.host.LocalHost;
import org.pmix4j.job.JobResult;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.StreamSink;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.Proc;
import org.pmix4j.testkit.Await;

class StreamSinkTest {
	private static final Proc PROC = Proc.of("ns@1", 0);

	private final ByteArrayOutputStream out = new ByteArrayOutputStream();
	private final ByteArrayOutputStream err = new ByteArrayOutputStream();
	private final StreamSink sink = StreamSink.of(Channels.newChannel(out), Channels.newChannel(err));

	@Test
	void write_smallPieces_areWrittenByFlush() throws IOException {
		write(IofChannel.STDOUT, "one\n");
		write(IofChannel.STDERR, "two\n");
		assertThat(out.toString(StandardCharsets.UTF_8) + err).isEmpty();

		sink.flush();

		assertThat(out).hasToString("one\n");
		assertThat(err).hasToString("two\n");
	}

	@Test
	@ResourceLock(Resources.SYSTEM_OUT)
	void system_streamsReplacedLater_areSeen() throws IOException {
		PrintStream before = System.out;
		StreamSink system = StreamSink.system();
		try {
			System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
			system.write(PROC, IofChannel.STDOUT, ByteBuffer.wrap(new byte[] { 'a', (byte) 0xff, '\n' }));
			system.flush();
		} finally {
			System.setOut(before);
		}

		assertThat(out.toByteArray()).containsExactly('a', 0xff, '\n');
	}

	/** The example of the README, with a program that is everywhere. */
	@Test
	@ResourceLock(Resources.SYSTEM_OUT)
	void embeddedHost_defaultSink_writesToSystemOut() throws Exception {
		PrintStream before = System.out;
		try (LocalHost host = LocalHost.start(HostOptions.defaults())) {
			System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
			JobResult result = Await.result(host.launch(JobSpec.of(4, "echo", "hello")).ended());

			assertThat(result.exitCode()).isZero();
		} finally {
			System.setOut(before);
		}

		assertThat(out).hasToString("hello\n".repeat(4));
	}

	@Test
	void write_largePiece_keepsTheOrder() throws IOException {
		String large = "x".repeat(100_000) + "\n";
		write(IofChannel.STDOUT, "one\n");
		write(IofChannel.STDOUT, large);
		write(IofChannel.STDOUT, "two\n");
		sink.flush();

		assertThat(out).hasToString("one\n" + large + "two\n");
	}

	@Test
	void write_moreSmallPiecesThanTheBufferHolds_keepsTheOrder() throws IOException {
		StringBuilder expected = new StringBuilder();
		for (int i = 0; i < 20_000; i++) {
			write(IofChannel.STDOUT, "line " + i + "\n");
			expected.append("line ").append(i).append('\n');
		}
		sink.flush();

		assertThat(out).hasToString(expected.toString());
	}

	@Test
	void println_afterBufferedOutput_keepsTheOrder() throws IOException {
		write(IofChannel.STDERR, "of a rank\n");
		sink.println(IofChannel.STDERR, "of the launcher");

		assertThat(err).hasToString("of a rank\nof the launcher\n");
	}

	@Test
	void flush_brokenChannel_fails() throws IOException {
		Pipe pipe = Pipe.open();
		try (Pipe.SinkChannel to = pipe.sink()) {
			pipe.source().close();
			StreamSink broken = StreamSink.of(to, to);
			broken.write(PROC, IofChannel.STDOUT, ByteBuffer.wrap(new byte[10]));

			assertThatThrownBy(broken::flush).isInstanceOf(IOException.class);
			broken.flush();
		}
	}

	private void write(IofChannel channel, String text) throws IOException {
		sink.write(PROC, channel, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
	}
}
