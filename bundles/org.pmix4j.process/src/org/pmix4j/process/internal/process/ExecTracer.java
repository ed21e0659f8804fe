// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.process;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

import org.pmix4j.model.bytes.Signals;
import org.pmix4j.process.internal.posix.Errno;
import org.pmix4j.process.internal.posix.NativeBuffer;
import org.pmix4j.process.internal.posix.PollLoop;
import org.pmix4j.process.internal.posix.Posix;
import org.pmix4j.process.internal.posix.Ptrace;

/**
 * Passes a child that stops itself on to the program that it executes next, and stops it before the first instruction of that program.
 * Traces the child only in between, so that a debugger can attach to it afterwards. Owned by its {@link Child}; used on the loop's thread
 * only, as the kernel accepts the calls of the tracing thread alone.
 *
 * @see "ptrace(2), PTRACE_O_TRACEEXEC; PRRTE, odls: a process that is traced at its exec and detached with SIGSTOP"
 */
final class ExecTracer {
	/** The stops of a traced child raise no event that other code in this JVM would not get, too. */
	private static final Duration LOOK = Duration.ofMillis(2);
	/** The status of a stop has the signal in its first byte and the event, if it has one, in the second. */
	private static final int EVENT_SHIFT = 8;
	private static final int SIGNAL_MASK = 0xff;

	private final PollLoop loop;
	private final int pid;
	private final BooleanSupplier isStopped;
	private final NativeBuffer info = new NativeBuffer(Posix.SIGINFO_SIZE);
	private final CompletableFuture<Optional<String>> stopped = new CompletableFuture<>();
	private Optional<String> refusal = Optional.empty();
	private boolean isTracing;
	/** True if the child has stopped itself; the event of an exec before is that of the child's start. */
	private boolean hasStoppedItself;

	ExecTracer(PollLoop loop, int pid, BooleanSupplier isStopped) {
		this.loop = loop;
		this.pid = pid;
		this.isStopped = isStopped;
	}

	/** Completes when the child has stopped or ended; with the reason if it cannot be traced, and so stays where it has stopped itself. */
	CompletableFuture<Optional<String>> stopped() {
		return stopped;
	}

	/** Begins to trace the child, whether it has stopped itself already or not. */
	void begin() {
		assert loop.inLoop();
		if (stopped.isDone()) {
			return;
		}
		if (Ptrace.call(Ptrace.SEIZE, pid, Ptrace.TRACE_EXEC) == 0) {
			isTracing = true;
		} else {
			refusal = Optional.of(Errno.text(Posix.errno()));
		}
		look();
	}

	private void look() {
		if (isTracing) {
			followStops();
		}
		if (!isTracing && isStopped.getAsBoolean()) {
			stopped.complete(refusal);
		}
		if (!stopped.isDone()) {
			loop.schedule(LOOK, this::look);
		}
	}

	private void followStops() {
		ByteBuffer bytes = info.bytes();
		while (isTracing) {
			bytes.putInt(Posix.SIGINFO_PID, 0);
			if (Posix.waitid(Posix.P_PID, pid, info.address(), Posix.WSTOPPED | Posix.WNOHANG) != 0 || bytes.getInt(Posix.SIGINFO_PID) == 0) {
				return;
			}
			int status = bytes.getInt(Posix.SIGINFO_STATUS);
			stoppedBy(status & SIGNAL_MASK, status >> EVENT_SHIFT);
		}
	}

	/** Goes on after a stop of the traced child; an event of 0 means that the signal is about to be delivered. */
	private void stoppedBy(int signal, int event) {
		if (event == Ptrace.EVENT_EXEC && hasStoppedItself) {
			// delivered when it goes on, so that the stop outlives the tracing
			Posix.kill(pid, Signals.STOP);
			Ptrace.call(Ptrace.DETACH, pid, 0);
			isTracing = false;
		} else if (signal == Signals.STOP) {
			hasStoppedItself = true;
			Posix.kill(pid, Signals.CONT);
			Ptrace.call(Ptrace.CONT, pid, 0);
		} else {
			Ptrace.call(Ptrace.CONT, pid, event == 0 ? signal : 0);
		}
	}
}
