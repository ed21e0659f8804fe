// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.tests.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.pmix4j.cli.internal.jobs.LineAssembler;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.Proc;

/** Tests {@link LineAssembler}. */
class LineAssemblerTest {
	private static final Proc ZERO = Proc.of("job", 0);
	private static final Proc ONE = Proc.of("job", 1);

	private final List<String> lines = new ArrayList<>();
	private long now;
	private final LineAssembler assembler = new LineAssembler((source, channel, line, isEnded) -> lines
			.add(source.rank() + (channel.equals(IofChannel.STDERR) ? "err " : " ") + new String(line, StandardCharsets.UTF_8)
					+ (isEnded ? "" : "~")), () -> now);

	private void add(Proc source, IofChannel channel, String text) throws IOException {
		assembler.add(source, channel, text.getBytes(StandardCharsets.UTF_8));
	}

	@Test
	void add_piecesOfSeveralStreams_areJoinedToTheirOwnLines() throws IOException {
		add(ZERO, IofChannel.STDOUT, "a");
		add(ONE, IofChannel.STDOUT, "b1\n\nb2");
		add(ZERO, IofChannel.STDERR, "e\n");
		add(ZERO, IofChannel.STDOUT, "a\n");

		assertThat(lines).containsExactly("1 b1", "1 ", "0err e", "0 aa");
	}

	@Test
	void end_deliversTheRest() throws IOException {
		add(ZERO, IofChannel.STDOUT, "a\nrest");
		assembler.end();
		assembler.end();

		assertThat(lines).containsExactly("0 a", "0 rest~");
	}

	@Test
	void deliverBegun_lineWithoutItsEnd_isDeliveredOnceItHasWaited() throws IOException {
		add(ZERO, IofChannel.STDOUT, "a\nname? ");
		now += TimeUnit.MILLISECONDS.toNanos(60);
		add(ONE, IofChannel.STDOUT, "\r1/4");
		assertThat(assembler.deliverBegun()).isFalse();
		now += TimeUnit.MILLISECONDS.toNanos(60);
		assertThat(assembler.deliverBegun()).isTrue();
		assertThat(assembler.deliverBegun()).isFalse();
		add(ZERO, IofChannel.STDOUT, "Bob\n");
		now += TimeUnit.MILLISECONDS.toNanos(60);
		assertThat(assembler.deliverBegun()).isTrue();

		assertThat(lines).containsExactly("0 a", "0 name? ~", "0 Bob", "1 \r1/4~");
	}

	@Test
	void add_endlessLine_isDeliveredInParts() throws IOException {
		String part = "x".repeat(1 << 19);
		for (int i = 0; i < 3; i++) {
			add(ZERO, IofChannel.STDOUT, part);
		}
		assertThat(lines).containsExactly("0 " + part.repeat(3) + "~");

		add(ZERO, IofChannel.STDOUT, "end\n");
		assertThat(lines).hasSize(2).last().isEqualTo("0 end");
	}
}
