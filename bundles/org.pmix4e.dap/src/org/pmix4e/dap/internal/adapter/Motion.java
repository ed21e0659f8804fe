// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.internal.adapter;

import java.util.concurrent.CompletableFuture;

import org.eclipse.lsp4j.debug.ContinueArguments;
import org.eclipse.lsp4j.debug.EvaluateArguments;
import org.eclipse.lsp4j.debug.EvaluateArgumentsContext;
import org.eclipse.lsp4j.debug.NextArguments;
import org.eclipse.lsp4j.debug.StepInArguments;
import org.eclipse.lsp4j.debug.StepOutArguments;
import org.eclipse.lsp4j.debug.services.IDebugProtocolServer;

/**
 * How a stopped process goes on, with all its threads. The adapter replies when the process runs.
 *
 * @see "Debug Adapter Protocol, specification, Requests: https://microsoft.github.io/debug-adapter-protocol/specification"
 */
public enum Motion {
	/** Until something stops it. */
	CONTINUE("continue", "continue") {
		@Override
		CompletableFuture<?> plain(IDebugProtocolServer server, int thread) {
			ContinueArguments arguments = new ContinueArguments();
			arguments.setThreadId(thread);
			return server.continue_(arguments);
		}
	},
	/** Until the thread is in a function that is called, or at the next line. */
	STEP_INTO("stepIn", "step") {
		@Override
		CompletableFuture<?> plain(IDebugProtocolServer server, int thread) {
			StepInArguments arguments = new StepInArguments();
			arguments.setThreadId(thread);
			return server.stepIn(arguments);
		}
	},
	/** Until the thread is at the next line of its function. */
	STEP_OVER("next", "next") {
		@Override
		CompletableFuture<?> plain(IDebugProtocolServer server, int thread) {
			NextArguments arguments = new NextArguments();
			arguments.setThreadId(thread);
			return server.next(arguments);
		}
	},
	/** Until the thread's function has returned. */
	STEP_RETURN("stepOut", "finish") {
		@Override
		CompletableFuture<?> plain(IDebugProtocolServer server, int thread) {
			StepOutArguments arguments = new StepOutArguments();
			arguments.setThreadId(thread);
			return server.stepOut(arguments);
		}
	};

	private final String title;
	private final String gdbCommand;

	Motion(String title, String gdbCommand) {
		this.title = title;
		this.gdbCommand = gdbCommand;
	}

	/** Returns the name of the request, for messages. */
	String title() {
		return title;
	}

	/** Sends the request of the protocol. */
	abstract CompletableFuture<?> plain(IDebugProtocolServer server, int thread);

	/**
	 * Sends the command of GDB that does the same in the background. GDB 16 replies to the protocol's requests first and then waits until the
	 * process stops; what it reads in between, such as a pause, stays unread until then (gdb/python/lib/gdb/dap/next.py).
	 */
	CompletableFuture<?> inGdb(IDebugProtocolServer server, int thread) {
		EvaluateArguments arguments = new EvaluateArguments();
		arguments.setContext(EvaluateArgumentsContext.REPL);
		// one command, so that no other request selects another thread or frame meanwhile
		String commands = "python gdb.execute('thread %d'); gdb.newest_frame().select(); gdb.execute('%s &')";
		arguments.setExpression(commands.formatted(thread, gdbCommand));
		return server.evaluate(arguments);
	}
}
