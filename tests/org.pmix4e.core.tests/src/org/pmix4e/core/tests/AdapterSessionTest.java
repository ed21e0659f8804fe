// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import org.eclipse.lsp4j.debug.EvaluateArguments;
import org.eclipse.lsp4j.debug.ScopesArguments;
import org.eclipse.lsp4j.debug.SetBreakpointsArguments;
import org.eclipse.lsp4j.debug.Source;
import org.eclipse.lsp4j.debug.SourceBreakpoint;
import org.eclipse.lsp4j.debug.StackFrame;
import org.eclipse.lsp4j.debug.StackTraceArguments;
import org.eclipse.lsp4j.debug.StoppedEventArguments;
import org.eclipse.lsp4j.debug.Variable;
import org.eclipse.lsp4j.debug.VariablesArguments;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pmix4e.dap.internal.adapter.AdapterException;
import org.pmix4e.dap.internal.adapter.AdapterSession;
import org.pmix4e.dap.internal.adapter.DebugAdapter;
import org.pmix4e.dap.internal.adapter.Motion;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.Debuggers;
import org.pmix4j.testkit.Peers;

/** Tests sessions with the debug adapters of Debian 12 and Debian 13, attached to a C program. */
class AdapterSessionTest {
	private static final int LIMIT_SECONDS = 300;
	private static final int SIGKILL = 9;

	private Process program;
	private final Events events = new Events();

	/** Keeps the events of a session for the test. */
	private static final class Events extends QuietListener {
		private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
		private volatile int thread;

		@Override
		public void stopped(StoppedEventArguments event) {
			thread = event.getThreadId();
			told.add(event.getReason());
		}

		@Override
		public void ended() {
			told.add("ended");
		}

		String next() throws InterruptedException {
			return told.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
		}
	}

	@AfterEach
	void killProgram() {
		if (program != null) {
			program.destroyForcibly();
		}
	}

	private void startProgram() throws IOException {
		program = new ProcessBuilder(Peers.c("pmix_steps").toString(), "--alone").start();
	}

	private static int line(String text) throws IOException {
		List<String> lines = Files.readAllLines(Peers.source("pmix_steps"));
		return 1 + lines.indexOf(lines.stream().filter(line -> line.contains(text)).findFirst().orElseThrow());
	}

	/** Attaches to the program and lets it run until it stops at its breakpoint. Returns the line of that. */
	private int stopAtBreakpoint(AdapterSession session) throws Exception {
		int line = line("// breakpoint");
		session.attach(program.pid(), begun -> setBreakpoint(begun, line));
		program.outputWriter().append("go\n").close();
		assertThat(events.next()).isEqualTo("breakpoint");
		return line;
	}

	private static void setBreakpoint(AdapterSession session, int line) throws AdapterException {
		SourceBreakpoint breakpoint = new SourceBreakpoint();
		breakpoint.setLine(line);
		Source source = new Source();
		source.setPath(Peers.source("pmix_steps").toString());
		SetBreakpointsArguments arguments = new SetBreakpointsArguments();
		arguments.setSource(source);
		arguments.setBreakpoints(new SourceBreakpoint[] { breakpoint });
		session.request("setBreakpoints", server -> server.setBreakpoints(arguments));
	}

	private StackFrame top(AdapterSession session) throws AdapterException {
		StackTraceArguments arguments = new StackTraceArguments();
		arguments.setThreadId(events.thread);
		arguments.setLevels(1);
		return session.request("stackTrace", server -> server.stackTrace(arguments)).getStackFrames()[0];
	}

	private static List<String> locals(AdapterSession session, StackFrame frame) throws AdapterException {
		ScopesArguments arguments = new ScopesArguments();
		arguments.setFrameId(frame.getId());
		int reference = Arrays.stream(session.request("scopes", server -> server.scopes(arguments)).getScopes())
				.filter(scope -> scope.getName().equals("Locals")).findFirst().orElseThrow().getVariablesReference();
		VariablesArguments variables = new VariablesArguments();
		variables.setVariablesReference(reference);
		return Arrays.stream(session.request("variables", server -> server.variables(variables)).getVariables())
				.map(Variable::getName).toList();
	}

	private static String evaluate(AdapterSession session, StackFrame frame, String expression) throws AdapterException {
		EvaluateArguments arguments = new EvaluateArguments();
		arguments.setExpression(expression);
		arguments.setFrameId(frame.getId());
		arguments.setContext("watch");
		return session.request("evaluate", server -> server.evaluate(arguments)).getResult();
	}

	@ParameterizedTest
	@EnumSource
	void attach_runningProgram_stopsAtBreakpointStepsAndGoesOn(Debuggers debugger) throws Exception {
		startProgram();
		try (AdapterSession session = AdapterSession.start(adapter(debugger), events)) {
			int line = stopAtBreakpoint(session);

			StackFrame frame = top(session);
			assertThat(frame.getName()).isEqualTo("twice");
			assertThat(frame.getLine()).isEqualTo(line);
			assertThat(Path.of(frame.getSource().getPath())).isEqualTo(Peers.source("pmix_steps"));
			assertThat(locals(session, frame)).contains("sum", "result");
			assertThat(evaluate(session, frame, "sum.x + 35")).isEqualTo("42");

			session.go(Motion.STEP_OVER, events.thread);
			assertThat(events.next()).isEqualTo("step");
			assertThat(evaluate(session, top(session), "result")).isEqualTo("14");

			session.go(Motion.CONTINUE, events.thread);
			Await.exit(program);
			assertThat(program.exitValue()).isZero();
			assertThat(events.next()).isEqualTo("ended");
		}
	}

	/** Adapters lose requests just after a resumption now and then, so this has many turns; LLDB loses so many that fewer will do. */
	@ParameterizedTest
	@EnumSource
	void requests_asSoonAsTheProgramGoesOn_areHandled(Debuggers debugger) throws Exception {
		int turns = debugger == Debuggers.LLDB ? 20 : 400;
		startProgram();
		try (AdapterSession session = AdapterSession.start(adapter(debugger), events)) {
			int line = line("// breakpoint");
			session.attach(program.pid(), begun -> setBreakpoint(begun, line));
			for (int turn = 0; turn < turns; turn++) {
				if (turn % 2 == 1) {
					setBreakpoint(session, line);
				}
				session.pause(1);
				assertThat(events.next()).as("turn %d", turn).isIn("pause", "exception"); // LLDB 14 names its own signal
				session.go(Motion.CONTINUE, events.thread);
			}
			program.outputWriter().append("go\n").close();
			assertThat(events.next()).isEqualTo("breakpoint");
		}
	}

	@ParameterizedTest
	@EnumSource
	void detach_stoppedProgram_runsOn(Debuggers debugger) throws Exception {
		startProgram();
		try (AdapterSession session = AdapterSession.start(adapter(debugger), events)) {
			stopAtBreakpoint(session);
			session.detach();
			Await.exit(program);
			assertThat(program.exitValue()).isZero();
			assertThat(events.next()).isEqualTo("ended");
		}
	}

	@ParameterizedTest
	@EnumSource
	void kill_stoppedProgram_endsTheSession(Debuggers debugger) throws Exception {
		startProgram();
		try (AdapterSession session = AdapterSession.start(adapter(debugger), events)) {
			stopAtBreakpoint(session);
			program.destroyForcibly();
			assertThat(events.next()).isEqualTo("ended");
			Await.exit(program);
			assertThat(program.exitValue()).isEqualTo(128 + SIGKILL);
		}
	}

	@ParameterizedTest
	@EnumSource
	void attach_processThatHasEnded_isRefusedByName(Debuggers debugger) throws Exception {
		startProgram();
		program.destroyForcibly().waitFor();
		try (AdapterSession session = AdapterSession.start(adapter(debugger), events)) {
			assertThatThrownBy(() -> session.attach(program.pid(), begun -> setBreakpoint(begun, 1)))
					.isInstanceOf(AdapterException.class)
					.hasMessageMatching("(?s)The debug adapter \\S*(gdb|lldb)\\S* refused the request attach: .+");
		}
	}

	private static DebugAdapter adapter(Debuggers debugger) {
		List<String> command = debugger.command();
		return new DebugAdapter(debugger.title(), command);
	}

	@Test
	void attach_adapterThatEnds_saysItsLastWords() throws Exception {
		DebugAdapter adapter = new DebugAdapter("broken", List.of("/bin/sh", "-c", "read x; echo no Python >&2; exit 1"));
		try (AdapterSession session = AdapterSession.start(adapter, events)) {
			assertThatThrownBy(() -> session.attach(1, begun -> setBreakpoint(begun, 1))).isInstanceOf(AdapterException.class)
					.hasMessage("The debug adapter broken has ended. no Python");
			assertThat(events.next()).isEqualTo("ended");
		}
	}

	@Test
	void detach_adapterThatHasEnded_isDone() throws Exception {
		DebugAdapter adapter = new DebugAdapter("short", List.of("/bin/true"));
		try (AdapterSession session = AdapterSession.start(adapter, events)) {
			assertThat(events.next()).isEqualTo("ended");
			session.detach();
		}
	}

	@Test
	void detach_adapterThatRefuses_fails() throws Exception {
		String refusal = "{\"type\":\"response\",\"seq\":1,\"request_seq\":1,\"success\":false,\"command\":\"disconnect\",\"message\":\"busy\"}";
		DebugAdapter adapter = new DebugAdapter("busy", List.of("/bin/sh", "-c",
				"read x; printf 'Content-Length: " + refusal.length() + "\\r\\n\\r\\n%s' '" + refusal + "'; exec cat >/dev/null"));
		try (AdapterSession session = AdapterSession.start(adapter, events)) {
			assertThatThrownBy(session::detach).isInstanceOf(AdapterException.class).hasMessageContaining("busy");
		}
	}

	@Test
	void start_missingProgram_isRefusedByName() {
		DebugAdapter adapter = new DebugAdapter("lldb-dap", List.of("/nonexistent/lldb-dap"));
		assertThatThrownBy(() -> AdapterSession.start(adapter, events)).isInstanceOf(AdapterException.class)
				.hasMessageStartingWith("The debug adapter lldb-dap cannot be started: ").hasMessageContaining("/nonexistent/lldb-dap");
	}

	/** debugpy answers the request to attach only if that succeeds. */
	@Test
	void attach_debugpyFindsNoGdb_saysSoAtOnce(@TempDir Path commands) throws Exception {
		String python = Peers.pythonWith("debugpy").toString();
		Files.createSymbolicLink(commands.resolve("sh"), Path.of("/bin/sh"));
		program = new ProcessBuilder(python, "-c", "import time; print('up', flush=True); time.sleep(1000)").start();
		assertThat(program.inputReader().readLine()).isEqualTo("up");
		DebugAdapter adapter = new DebugAdapter(DebugAdapter.DEBUGPY,
				List.of("/usr/bin/env", "PATH=" + commands, python, "-m", "debugpy.adapter"));

		try (AdapterSession session = AdapterSession.start(adapter, events)) {
			assertThatThrownBy(() -> session.attach(program.pid(), begun -> {
				// no breakpoints
			})).isInstanceOf(AdapterException.class).hasMessageStartingWith("debugpy could not load itself into the process by GDB. ")
					.hasMessageContaining("gdb: not found");
		}
		assertThat(program.isAlive()).isTrue();
	}
}
