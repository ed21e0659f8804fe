// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.internal.model;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

import org.eclipse.lsp4j.debug.EvaluateArguments;
import org.eclipse.lsp4j.debug.StoppedEventArguments;
import org.pmix4e.dap.internal.adapter.AdapterException;
import org.pmix4e.dap.internal.adapter.AdapterSession;

/**
 * The signal that has stopped a rank. LLDB describes it in its event; GDB is asked for it. Immutable.
 *
 * @param text the name of the signal, perhaps with more: {@code SIGSEGV: invalid address (fault address: 0x0)}
 */
record StopSignal(String text) {
	/** The signals of Linux from 1, in their order. */
	private static final List<String> NAMES = List.of("SIGHUP", "SIGINT", "SIGQUIT", "SIGILL", "SIGTRAP", "SIGABRT", "SIGBUS", "SIGFPE",
			"SIGKILL", "SIGUSR1", "SIGSEGV", "SIGUSR2", "SIGPIPE", "SIGALRM", "SIGTERM", "SIGSTKFLT", "SIGCHLD", "SIGCONT", "SIGSTOP", "SIGTSTP",
			"SIGTTIN", "SIGTTOU", "SIGURG", "SIGXCPU", "SIGXFSZ", "SIGVTALRM", "SIGPROF", "SIGWINCH", "SIGIO", "SIGPWR", "SIGSYS");
	/** Those that a launcher sends to end ranks. */
	private static final List<String> OF_END = List.of("SIGTERM", "SIGCONT");
	private static final String PREFIX = "signal ";

	/** Reads the signal of a stop; empty if something else has stopped the rank, or if it is not known. */
	static Optional<StopSignal> of(StoppedEventArguments event, AdapterSession session) {
		String described = Objects.requireNonNullElse(event.getDescription(), "");
		if (described.startsWith(PREFIX)) {
			return Optional.of(new StopSignal(described.substring(PREFIX.length())));
		}
		String reason = Objects.requireNonNullElse(event.getReason(), "");
		return reason.equals("signal") || reason.equals("exception") && described.isEmpty() ? asked(session) : Optional.empty();
	}

	private static Optional<StopSignal> asked(AdapterSession session) {
		EvaluateArguments arguments = new EvaluateArguments();
		arguments.setExpression("$_siginfo.si_signo");
		arguments.setContext("watch");
		try {
			int number = session.request("evaluate", server -> server.evaluate(arguments), reply -> Integer.parseInt(reply.getResult().strip()));
			return number < 1 || number > NAMES.size() ? Optional.empty() : Optional.of(new StopSignal(NAMES.get(number - 1)));
		} catch (AdapterException | NumberFormatException e) {
			return Optional.empty(); // the stop is shown without its signal
		}
	}

	/** Returns whether the signal ends ranks on request, for which the program does not need to be looked at. */
	boolean endsRank() {
		return OF_END.stream().anyMatch(name -> text.equals(name) || text.startsWith(name + ":"));
	}
}
