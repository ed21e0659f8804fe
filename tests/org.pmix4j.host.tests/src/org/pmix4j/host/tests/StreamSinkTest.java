// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;
import org.pmix4j.host.StreamSink;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.Proc;

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
