// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.stream.Stream;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.process.internal.cleanup.MarkedProcesses;
import org.pmix4j.process.internal.posix.WindowSize;
import org.pmix4j.process.internal.process.ChildProcess;
import org.pmix4j.process.internal.process.ChildStream;
import org.pmix4j.process.internal.process.OutputHandler;
import org.pmix4j.process.internal.process.SpawnSpec;
import org.pmix4j.testkit.Await;

/** Standard output that is a pseudo-terminal: all bytes arrive unchanged, and a program behaves as at a terminal. */
class TerminalOutputTest {
	private static final String STREAMS = "for each in 0 1 2; do [ -t $each ] && echo terminal || echo other; done";
	private static final WindowSize SIZE = new WindowSize(24, 80);

	@AutoClose
	final Loop loop = new Loop();

	@TempDir
	Path directory = Path.of("");

	/** Keeps the bytes of the two streams. */
	private static final class Bytes implements OutputHandler {
		private final ByteArrayOutputStream out = new ByteArrayOutputStream();
		private final ByteArrayOutputStream err = new ByteArrayOutputStream();

		@Override
		public void output(ChildProcess child, ChildStream stream, ByteBuffer data) {
			byte[] bytes = new byte[data.remaining()];
			data.get(bytes);
			(stream == ChildStream.STDOUT ? out : err).writeBytes(bytes);
		}
	}

	private Bytes run(SpawnSpec spec) throws Exception {
		Bytes bytes = new Bytes();
		Await.result(loop.spawn(spec, bytes).ended());
		return bytes;
	}

	@Test
	void withTerminal_streams_onlyStandardOutputIsTerminal() throws Exception {
		assertThat(loop.output(loop.shell(STREAMS).withTerminal(SIZE)).lines()).containsExactly("other", "terminal", "other");
		assertThat(loop.output(loop.shell(STREAMS).withStdin().withTerminal(SIZE)).lines())
				.containsExactly("other", "terminal", "other");
	}

	@Test
	void withTerminal_size_isThatOfTheSpecification() throws Exception {
		assertThat(loop.output(loop.shell("stty size <&1").withTerminal(new WindowSize(33, 101)))).isEqualTo("33 101\n");
		assertThat(loop.output(loop.shell("stty size <&1").withTerminal(new WindowSize(65535, 40000)))).isEqualTo("65535 40000\n");
	}

	@Test
	void resizeTerminal_ofTerminalAndPipe_changesTheTerminalOnly() throws Exception {
		Bytes bytes = new Bytes();
		ChildProcess child = loop.spawn(loop.shell("read line; stty size <&1").withStdin().withTerminal(SIZE), bytes);
		assertThat(child.resizeTerminal(new WindowSize(44, 132))).isTrue();
		child.stdin().write(new byte[] { '\n' });
		Await.result(child.ended());
		ChildProcess other = loop.spawn(loop.shell("read line").withStdin(), bytes);

		assertThat(other.resizeTerminal(new WindowSize(44, 132))).isFalse();

		other.stdin().close();
		Await.result(other.ended());
		assertThat(bytes.out).hasToString("44 132\n");
	}

	@Test
	void withMergedOutput_terminalOrPipe_keepsTheWrittenOrder() throws Exception {
		String lines = "for i in 1 2 3; do echo out $i; echo err $i >&2; done";
		String written = "out 1\nerr 1\nout 2\nerr 2\nout 3\nerr 3\n";

		assertThat(loop.output(loop.shell(lines).withMergedOutput())).isEqualTo(written);
		assertThat(loop.output(loop.shell(lines).withMergedOutput().withTerminal(SIZE))).isEqualTo(written);
		assertThat(loop.output(loop.shell(STREAMS).withTerminal(SIZE).withMergedOutput()).lines())
				.containsExactly("other", "terminal", "terminal");
	}

	@Test
	void withTerminal_ofNobody_isNotTheControllingTerminal() throws Exception {
		String own = loop.output(loop.spec("cut", "-d", " ", "-f7", "/proc/self/stat"));

		assertThat(loop.output(loop.spec("cut", "-d", " ", "-f7", "/proc/self/stat").withTerminal(SIZE))).isEqualTo(own);
	}

	@Test
	void withTerminal_allBytes_arriveUnchanged() throws Exception {
		byte[] written = new byte[3_000_017];
		new Random(4711).nextBytes(written);
		for (int i = 0; i < 256; i++) {
			written[i] = (byte) i;
		}
		Path file = Files.write(directory.resolve("bytes"), written);

		assertThat(run(loop.spec("cat", file.toString()).withTerminal(SIZE)).out.toByteArray()).isEqualTo(written);
	}

	@Test
	void withTerminal_descendantKeepsItOpen_arrivesWholeWhenOutputIsClosed() throws Exception {
		Bytes bytes = new Bytes();
		ChildProcess child = loop.spawn(loop.shell("setsid sleep 60 & head -c 60000 /dev/zero").withTerminal(SIZE), bytes);
		Await.result(child.exit());
		child.closeOutputs(Duration.ofMillis(100));
		Await.result(child.ended());

		assertThat(bytes.out.size()).isEqualTo(60_000);
		MarkedProcesses.kill(loop.marker());
	}

	@Test
	void withTerminal_lineBeforeKill_arrives() throws Exception {
		// the C library of a program that writes to a pipe would still hold the line
		assertThat(loop.output(loop.spec("python3", "-c", "import os; print('last words'); os.abort()").withTerminal(SIZE)))
				.isEqualTo("last words\n");
	}

	@Test
	void withTerminal_manyChildren_leaveNoDescriptor() throws Exception {
		loop.run(loop.spec("true").withTerminal(SIZE));
		long before = descriptors();
		for (int i = 0; i < 50; i++) {
			loop.run(loop.spec("true").withTerminal(SIZE));
		}

		assertThat(descriptors()).isEqualTo(before);
	}

	private static long descriptors() throws Exception {
		try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
			return open.filter(each -> target(each).contains("pt")).count();
		}
	}

	private static String target(Path link) {
		try {
			return Files.readSymbolicLink(link).toString();
		} catch (IOException e) {
			return "";
		}
	}
}
