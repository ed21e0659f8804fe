// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.host.internal.trace.StackTracer;
import org.pmix4j.host.tests.process.Jvm;

/** The choice of the program that takes stack traces, its limits, and a real trace of a JVM. */
class StackTracerTest {
	private static final Duration LIMIT = Duration.ofSeconds(20);
	private static final Path JDK = Path.of(System.getProperty("java.home"));
	private static final int SELF = (int) ProcessHandle.current().pid();

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
		tool("gdb", "echo gdb");
		tool("gstack", "echo gstack");
		tool("eu-stack", "echo eu-stack $@");

		assertThat(trace(LIMIT)).containsExactly("eu-stack -p " + target.pid());
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
	void trace_jvmWithoutJdk_namesJstack() {
		assertThat(new StackTracer("", tools, LIMIT).trace(SELF)).singleElement().asString().contains("jstack");
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
