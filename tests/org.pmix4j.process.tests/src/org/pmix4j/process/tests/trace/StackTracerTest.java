// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.tests.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.process.internal.trace.StackTracer;
import org.pmix4j.process.tests.Jvm;
import org.pmix4j.testkit.Await;

/** The choice of the program that takes stack traces, its limits, and a real trace of a JVM. */
class StackTracerTest {
	private static final Duration LIMIT = Duration.ofSeconds(20);
	private static final Path JDK = Path.of(System.getProperty("java.home"));

	@TempDir
	private Path tools;
	private Process target;

	@BeforeEach
	void start() throws IOException {
		target = new ProcessBuilder("sleep", "1000").start();
	}

	@AfterEach
	void end() {
		target.destroyForcibly();
	}

	private void tool(String name, String script) throws IOException {
		Path file = Files.writeString(tools.resolve(name), "#!/bin/sh\n" + script + "\n");
		Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
	}

	private List<String> trace(Duration limit) {
		return new StackTracer("/nowhere:" + tools, tools, limit).trace((int) target.pid());
	}

	@Test
	void trace_oneTool_printsItsOutput() throws IOException {
		tool("gdb", "echo \"$@\"; echo warning >&2");

		assertThat(trace(LIMIT)).hasSize(2).first().asString().contains("--batch", "-p " + target.pid(), "thread apply all bt");
	}

	@Test
	void trace_severalTools_quickestIsUsed() throws IOException {
		tool("gdb", "echo '#0 gdb'");
		tool("gstack", "echo '#0 gstack'");
		tool("eu-stack", "echo '#0 eu-stack' $@");

		assertThat(trace(LIMIT)).containsExactly("#0 eu-stack -p " + target.pid());
	}

	@Test
	void trace_firstToolFails_nextOneIsUsed() throws IOException {
		tool("eu-stack", "echo no permission >&2; exit 1");
		tool("gstack", "exit 1");
		tool("gdb", "echo '#0 gdb'");

		assertThat(trace(LIMIT)).containsExactly("#0 gdb");
	}

	@Test
	void trace_allToolsFail_printsAllReasons() throws IOException {
		tool("eu-stack", "echo no permission >&2; exit 1");
		tool("gdb", "echo '[New LWP 4]'; echo 'warning: noise'; echo ptrace: Operation not permitted.; echo No stack.");

		assertThat(trace(LIMIT)).containsExactly("no permission", "ptrace: Operation not permitted.", "No stack.");
	}

	@Test
	void trace_outputOfGdb_isReducedToStacks() throws IOException {
		// recorded from GDB 13.1 of Debian 12
		tool("gdb", "cat <<'END'\n" + """
				[New LWP 3647]
				[Thread debugging using libthread_db enabled]
				Using host libthread_db library "/lib/x86_64-linux-gnu/libthread_db.so.1".
				0x00007f71445e4df2 in __libc_pause () at ../sysdeps/unix/sysv/linux/pause.c:29
				29\t../sysdeps/unix/sysv/linux/pause.c: No such file or directory.
				warning: File "/opt/python3.11-gdb.py" auto-loading has been declined by your `auto-load safe-path' set to "$debugdir".
				To enable execution of this file add
				\tadd-auto-load-safe-path /opt/python3.11-gdb.py

				Thread 2 (Thread 0x7f714450d6c0 (LWP 3647) "spin"):
				#0  0x00007f71445e4df2 in __libc_pause () at ../sysdeps/unix/sysv/linux/pause.c:29
				warning: 44\t./nptl/x.c: No such file or directory

				Thread 1 (Thread 0x7f714450e740 (LWP 3645) "spin"):
				#0  0x000055ad7c0a8159 in inner (rank=1) at spin.c:3
				[Inferior 1 (process 3645) detached]
				END
				""");

		assertThat(trace(LIMIT)).containsExactly("Thread 2 (Thread 0x7f714450d6c0 (LWP 3647) \"spin\"):",
				"#0  0x00007f71445e4df2 in __libc_pause () at ../sysdeps/unix/sysv/linux/pause.c:29",
				"Thread 1 (Thread 0x7f714450e740 (LWP 3645) \"spin\"):", "#0  0x000055ad7c0a8159 in inner (rank=1) at spin.c:3");
	}

	/** Starts an interpreter of Python that sleeps in a function of a known name. */
	private Process python() throws IOException {
		Path script = Files.writeString(tools.resolve("deep.py"), """
				import time
				def deep():
				    print("ready", flush=True)
				    while True:
				        time.sleep(1)
				deep()
				""");
		Process python = new ProcessBuilder("python3", script.toString()).start();
		assertThat(python.inputReader().readLine()).isEqualTo("ready");
		return python;
	}

	@Test
	void trace_python_byPySpyIfThereIsOne() throws IOException {
		tool("eu-stack", "echo '#0 native'");
		tool("gdb", "echo '#0 native'");
		tool("py-spy", "echo Process $3: python3; echo 'Python v3.11.7'; echo; echo \"Thread $3 (idle): \\\"MainThread\\\"\"; "
				+ "echo '    deep (a.py:4)'");
		Process python = python();
		try {
			assertThat(new StackTracer(tools.toString(), tools, LIMIT).trace((int) python.pid()))
					.containsExactly("Thread " + python.pid() + " (idle): \"MainThread\"", "    deep (a.py:4)");
			tool("py-spy", "echo Error: Permission denied >&2; exit 1");
			assertThat(new StackTracer(tools.toString(), tools, LIMIT).trace((int) python.pid())).containsExactly("#0 native");
		} finally {
			python.destroyForcibly();
		}
	}

	@Test
	void trace_pythonThatGdbKnows_hasFramesOfPythonOnly() throws IOException {
		// recorded from GDB 13.1 of Debian 12 and Python 3.11.7 built from source
		tool("gdb", "echo \"$@\" > " + tools.resolve("arguments") + "\ncat <<'END'\n" + """
				Thread 2 (Thread 0x7f806f3c8b80 (LWP 4525) "python3"):
				Unable to locate python frame

				Thread 1 (Thread 0x7f806f3c8b80 (LWP 4524) "python3"):
				Traceback (most recent call first):
				  <built-in method sleep of module object at remote 0x7f806e853c30>
				  File "/tmp/a.py", line 4, in deep
				    time.sleep(1)

				Thread 1 (Thread 0x7f806f3c8b80 (LWP 4524) "python3"):
				#0  0x00007f806f115ada in pysleep (timeout=<optimized out>) at ./Modules/timemodule.c:2159
				END
				""");
		Process python = python();
		try {
			assertThat(new StackTracer(tools.toString(), tools, LIMIT).trace((int) python.pid())).containsExactly(
					"Thread 1 (Thread 0x7f806f3c8b80 (LWP 4524) \"python3\"):",
					"  <built-in method sleep of module object at remote 0x7f806e853c30>", "  File \"/tmp/a.py\", line 4, in deep",
					"    time.sleep(1)");
			assertThat(Files.readString(tools.resolve("arguments"))).contains("py-bt");
		} finally {
			python.destroyForcibly();
		}
	}

	@Test
	void trace_noTool_namesWhatIsMissing() {
		assertThat(trace(LIMIT)).singleElement().asString().startsWith("no stack trace").contains("eu-stack", "gstack", "gdb");
	}

	@Test
	void trace_toolHangs_isEndedWithItsChildren() throws IOException {
		tool("gstack", "echo begun; sleep 1000");

		assertThat(trace(Duration.ofSeconds(1))).first().isEqualTo("begun");
		assertThat(trace(Duration.ofSeconds(1))).last().asString().endsWith("gstack was ended after 1 s");
	}

	@Test
	void trace_toolFails_printsItsReason() throws IOException {
		tool("eu-stack", "echo no permission >&2; exit 1");

		assertThat(trace(LIMIT)).containsExactly("no permission");
	}

	@Test
	void trace_floodOfLines_isCut() throws IOException {
		tool("eu-stack", "yes line | head -n 100000");

		assertThat(trace(LIMIT)).hasSize(1000);
	}

	@Test
	void trace_jvm_isTakenByItsOwnJdk() throws Exception {
		Process jvm = Jvm.start(List.of(), Sleeper.class);
		try {
			assertThat(jvm.inputReader().readLine()).isEqualTo("ready");

			assertThat(new StackTracer("", JDK, LIMIT).trace((int) jvm.pid())).anyMatch(line -> line.startsWith("\"sleeper\""));
		} finally {
			jvm.destroyForcibly();
		}
	}

	@Test
	void trace_jvmOfAnotherJdk_isTakenByThatOne() throws Exception {
		Process jvm = Jvm.start(List.of(), Sleeper.class);
		try {
			assertThat(jvm.inputReader().readLine()).isEqualTo("ready");

			assertThat(new StackTracer("", tools, LIMIT).trace((int) jvm.pid())).anyMatch(line -> line.startsWith("\"sleeper\""));
		} finally {
			jvm.destroyForcibly();
		}
	}

	@Test
	void trace_jvmWithoutJdk_namesJstack() throws IOException {
		// a process with any library of that name
		Path server = Files.createDirectories(tools.resolve("lib/server"));
		Path library = Files.copy(Path.of("/lib/x86_64-linux-gnu/libm.so.6"), server.resolve("libjvm.so"));
		target.destroyForcibly();
		ProcessBuilder builder = new ProcessBuilder("sleep", "1000");
		builder.environment().put("LD_PRELOAD", library.toString());
		target = builder.start();
		Path maps = Path.of("/proc", String.valueOf(target.pid()), "maps");
		Await.until("the loading of the library", LIMIT, () -> mentions(maps, "libjvm.so"));

		assertThat(trace(LIMIT)).singleElement().asString().contains("jstack", "install");
	}

	private static boolean mentions(Path file, String text) {
		try {
			return Files.readString(file).contains(text);
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
	}

	/** A JVM with a thread of a known name that waits until it is killed. */
	static final class Sleeper {
		private Sleeper() {
		}

		public static void main(String[] arguments) throws InterruptedException {
			Thread.currentThread().setName("sleeper");
			System.out.println("ready");
			Thread.currentThread().join();
		}
	}
}
