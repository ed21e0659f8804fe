// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.process;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.IntConsumer;

import org.pmix4j.process.internal.posix.ExitStatus;
import org.pmix4j.process.internal.posix.WindowSize;

/**
 * A process started on a node, leader of its own process group. All methods may be called from any thread and return immediately; the
 * orders are carried out on the thread of the {@link ProcessLoop}. Dependent stages that are not asynchronous run on that thread, too,
 * and must be quick. An exit is state: the stages keep it for late callers.
 */
public interface ChildProcess {

	/** Returns the process id, which is also the id of its process group. It may be reused once {@link #ended()} is complete. */
	int pid();

	/** Returns the specification from which it was started; that of a process of this machine no longer has an environment. */
	SpawnSpec spec();

	/** Completes as soon as the process itself has exited, even if its output is not read to the end. Never fails. */
	CompletionStage<ExitStatus> exit();

	/**
	 * Completes when the exit is known, every byte of output has been handed over, the pipes are closed, the rest of its process group
	 * was killed, and the process is reaped. The rest of a child with a mark, by which it can be found, lives on. Never fails. A process
	 * that hands its output pipe to a daemon keeps the stage open;
	 * see {@link #closeOutputs(Duration)}.
	 */
	CompletionStage<ExitStatus> ended();

	/**
	 * Sends a signal (see {@code Signals}) to the whole process group. As the leader is reaped last, the group's number cannot have been
	 * reused.
	 *
	 * @return completes with whether the signal was sent; false when the process has ended already
	 */
	CompletionStage<Boolean> signal(int signal);

	/**
	 * Returns why the kernel has killed the process, or a process of which it has passed on the end, as a shell does:
	 * {@code out of memory (limit 128 MiB of cgroup /x)}; empty if it has not, and before {@link #exit()} completes.
	 */
	default Optional<String> kernelKill() {
		return Optional.empty();
	}

	/** Returns whether a signal or a debugger has stopped the process itself. Reads a file of the kernel. */
	default boolean isStopped() {
		return false;
	}

	/**
	 * Takes the receiver of the signals that stop the process, and of 0 whenever it is continued. It is called on the thread of the
	 * {@link ProcessLoop}, within a second, since the kernel raises no event that other code in this JVM would not get, too.
	 */
	default void onStop(IntConsumer changed) {
		// a process that is never stopped
	}

	/**
	 * Lets the process, which stops itself before it executes its next program, go on to that program, and stops it there before the first
	 * instruction, where a debugger can attach to it. To be called once.
	 *
	 * @return completes when it has stopped or ended; with the reason if the system does not let it be traced, so that it stays where it has
	 *         stopped itself
	 */
	default CompletionStage<Optional<String>> stopInNextProgram() {
		return CompletableFuture.completedStage(Optional.empty());
	}

	/** Completes with how its open output looks below /proc/pid/fd of the processes that hold it; empty if the output has ended. */
	default CompletionStage<Set<String>> openOutputs() {
		return CompletableFuture.completedStage(Set.of());
	}

	/**
	 * Changes the size of the terminal of its standard output.
	 *
	 * @return whether it was started with one
	 */
	default boolean resizeTerminal(WindowSize size) {
		return false;
	}

	/** Returns the feed of its standard input; closed from the start if {@link SpawnSpec#stdin()} is false. */
	StdinFeed stdin();

	/**
	 * Stops reading both output streams: the pipes fill, then the child waits. Takes effect immediately when called by an
	 * {@link OutputHandler}.
	 */
	void pauseOutput();

	/** Undoes {@link #pauseOutput()}. */
	void resumeOutput();

	/**
	 * Reads what the child has written on a stream; calls {@link OutputHandler#outputIdle} if there is nothing to read. Neither happens
	 * while the output is paused or after its end.
	 */
	default void probeOutput(ChildStream stream) {
	}

	/**
	 * Ends the output: after {@code limit} (counted from the exit of the process, or from now if that is later) the rest of
	 * the pipes is read and they are closed, even if some other process keeps their other end open. Paused output is waited for.
	 *
	 * @param limit at least zero
	 */
	void closeOutputs(Duration limit);
}
