// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.job.Job;
import org.pmix4j.process.internal.posix.ProcFs;
import org.pmix4j.testkit.Await;

/** No descendant of a rank outlives its job, even if it has left its group, its session, its environment and its parents. */
class EscapedDescendantsTest {
	private static final int RANKS = 4;
	/** Starts such a descendant, which writes its number to the first pipe. Begins at a line in the second pipe, ends at one in the third. */
	private static final String ESCAPE = "read line <'%2$s'; (env -i setsid sh -c 'echo $$ >\"$1\"; exec sleep 1000'"
			+ " sh '%1$s' </dev/null >/dev/null 2>&1 &);"
			+ " read line <'%3$s'";

	private final Path directory;
	private final TestHost host;

	EscapedDescendantsTest(@TempDir Path directory) throws Exception {
		this.directory = directory;
		host = new TestHost();
	}

	@AfterEach
	void close() {
		host.close();
	}

	/** A running job, and a descendant of each rank that has cut all ties. */
	private final class Escape implements AutoCloseable {
		final Job job;
		final List<Integer> pids = new ArrayList<>();
		private final String lines;
		private final RandomAccessFile gate;

		Escape(String name, int ranks) throws Exception {
			lines = "go\n".repeat(ranks);
			Path told = pipe(name + "-told");
			Path begin = pipe(name + "-begin");
			Path end = pipe(name + "-end");
			gate = new RandomAccessFile(end.toFile(), "rw");
			try (RandomAccessFile reader = new RandomAccessFile(told.toFile(), "rw");
					RandomAccessFile starter = new RandomAccessFile(begin.toFile(), "rw")) {
				job = host.launch(host.shell(ranks, ESCAPE.formatted(told, begin, end)));
				// by then all ranks are marked
				Await.result(job.started());
				starter.writeBytes(lines);
				for (int i = 0; i < ranks; i++) {
					pids.add(Integer.parseInt(reader.readLine()));
				}
			}
		}

		void end() throws Exception {
			gate.writeBytes(lines);
			assertThat(Await.result(job.ended()).exitCode()).isZero();
		}

		@Override
		public void close() throws IOException {
			gate.close();
		}
	}

	private Path pipe(String name) throws Exception {
		Path pipe = directory.resolve(name);
		assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
		return pipe;
	}

	/** A killed orphan may be a zombie for a moment, until the init process reaps it. */
	private static boolean isAlive(int pid) {
		return ProcFs.stat(pid).filter(stat -> !stat.isDead()).isPresent();
	}

	@Test
	void jobEnds_killsThem() throws Exception {
		try (Escape escape = new Escape("job", RANKS)) {
			assertThat(escape.pids).allMatch(EscapedDescendantsTest::isAlive);
			escape.end();

			assertThat(escape.pids).noneMatch(EscapedDescendantsTest::isAlive);
			assertThat(host.messages).singleElement().asString().contains("which the ranks had left behind");
		}
	}

	@Test
	void jobIsCanceled_killsThem() throws Exception {
		try (Escape escape = new Escape("job", RANKS)) {
			escape.job.terminate();
			Await.result(escape.job.ended());

			assertThat(escape.pids).noneMatch(EscapedDescendantsTest::isAlive);
		}
	}

	@Test
	void hostCloses_killsThem() throws Exception {
		Escape escape = new Escape("job", RANKS);
		escape.close();
		host.close();

		assertThat(escape.pids).noneMatch(EscapedDescendantsTest::isAlive);
	}

	@Test
	void anotherJobEnds_keepsThem() throws Exception {
		try (Escape first = new Escape("first", 1); Escape second = new Escape("second", 1)) {
			second.end();
			assertThat(second.pids).noneMatch(EscapedDescendantsTest::isAlive);
			assertThat(first.pids).allMatch(EscapedDescendantsTest::isAlive);

			first.end();
			assertThat(first.pids).noneMatch(EscapedDescendantsTest::isAlive);
		}
	}
}
