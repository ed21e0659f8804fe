// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.internal.model;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

import org.eclipse.lsp4j.debug.EvaluateArguments;
import org.eclipse.lsp4j.debug.ExceptionInfoArguments;
import org.eclipse.lsp4j.debug.ExceptionInfoResponse;
import org.eclipse.lsp4j.debug.StoppedEventArguments;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.spi.StopReason;
import org.pmix4e.dap.internal.adapter.AdapterException;
import org.pmix4e.dap.internal.adapter.AdapterSession;

/**
 * The signal that has stopped a rank, or the exception of a Python rank. LLDB describes it in its event; other adapters are asked for it.
 * Immutable.
 *
 * @param text the name of the signal, perhaps with more: {@code SIGSEGV: invalid address (fault address: 0x0)}
 */
record StopSignal(String text) {
	/** The highest signal that has a name of its own; those above are of the program. */
	private static final int HIGHEST = 31;
	/** Those that a launcher sends to end ranks. */
	private static final List<String> OF_END = List.of("SIGTERM", "SIGCONT");
	private static final String EXCEPTION = "exception";
	private static final String PREFIX = "signal ";
	private static final Pattern STOP_REASON = Pattern.compile("tid = (\\d+),.* stop reason = signal (.+)");

	/** Reads the signal of a stop; empty if something else has stopped the rank, or if it is not known. */
	static Optional<StopSignal> of(StoppedEventArguments event, AdapterSession session) {
		String described = Objects.requireNonNullElse(event.getDescription(), "");
		if (described.startsWith(PREFIX)) {
			return Optional.of(new StopSignal(described.substring(PREFIX.length())));
		}
		String reason = Objects.requireNonNullElse(event.getReason(), "");
		return reason.equals("signal") || reason.equals(EXCEPTION) && described.isEmpty() ? asked(session, event.getThreadId())
				: Optional.empty();
	}

	/** Asks for the exception of a stop, {@code ZeroDivisionError: division by zero}; empty if something else has stopped the rank. */
	static Optional<StopSignal> ofException(StoppedEventArguments event, AdapterSession session) {
		Integer thread = event.getThreadId();
		if (!EXCEPTION.equals(event.getReason()) || thread == null) {
			return Optional.empty();
		}
		ExceptionInfoArguments arguments = new ExceptionInfoArguments();
		arguments.setThreadId(thread);
		try {
			return Optional.of(new StopSignal(session.request("exceptionInfo", server -> server.exceptionInfo(arguments), StopSignal::text)));
		} catch (AdapterException e) {
			return Optional.empty();
		}
	}

	private static String text(ExceptionInfoResponse exception) {
		String described = Objects.requireNonNullElse(exception.getDescription(), "");
		return described.isEmpty() ? exception.getExceptionId() : exception.getExceptionId() + ": " + described;
	}

	/** Asks for the number, as GDB knows it, or for LLDB's own description, which older releases leave out of their event. */
	private static Optional<StopSignal> asked(AdapterSession session, @Nullable Integer thread) {
		Optional<String> number = evaluated(session, "$_siginfo.si_signo", "watch").filter(text -> text.matches("[1-9][0-9]?"));
		if (number.isPresent()) {
			int signal = Integer.parseInt(number.get());
			return signal > HIGHEST ? Optional.empty() : Optional.of(new StopSignal(StopReason.ofSignal(signal).text()));
		}
		return evaluated(session, "`thread list", "repl").flatMap(list -> STOP_REASON.matcher(list).results()
				.filter(found -> thread == null || thread.toString().equals(found.group(1))).findFirst())
				.map(found -> new StopSignal(found.group(2).strip()));
	}

	/** Returns the reply of the debugger; empty if it refuses: the stop is then shown without its signal. */
	private static Optional<String> evaluated(AdapterSession session, String expression, String context) {
		EvaluateArguments arguments = new EvaluateArguments();
		arguments.setExpression(expression);
		arguments.setContext(context);
		try {
			return Optional.of(session.request("evaluate", server -> server.evaluate(arguments), reply -> reply.getResult().strip()));
		} catch (AdapterException e) {
			return Optional.empty();
		}
	}

	/** Returns whether the signal ends ranks on request, for which the program does not need to be looked at. */
	boolean endsRank() {
		return OF_END.stream().anyMatch(name -> text.equals(name) || text.startsWith(name + ":"));
	}

	/** Returns whether it is the signal by which LLDB suspends a process. */
	boolean isPause() {
		return text.equals("SIGSTOP");
	}
}
