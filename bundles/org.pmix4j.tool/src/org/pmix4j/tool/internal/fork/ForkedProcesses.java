// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.tool.internal.fork;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

import org.pmix4j.client.IofHandler;
import org.pmix4j.client.IofOutput;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;

/**
 * The processes of one job. A thread for each stream reads output; one thread passes it to the handler, and then waits for the exits. Owned
 * by {@link Forks}; ends with the processes.
 */
final class ForkedProcesses {
	private static final System.Logger LOG = System.getLogger(ForkedProcesses.class.getName());
	private static final int PIECE = 8192;
	/** Pieces that wait for the handler; then the writers are slowed down. */
	private static final int BACKLOG = 64;
	private static final int STREAMS = 2;

	private final IofHandler output;
	private final List<Process> processes = new ArrayList<>();
	/** The ends of the writes to the standard input of each process that has one; a write waits for the one before. */
	private final Map<Proc, CompletableFuture<Void>> inputs = new ConcurrentHashMap<>();
	private final Map<Proc, Process> byName = new ConcurrentHashMap<>();
	private final BlockingQueue<IofOutput> pieces = new ArrayBlockingQueue<>(BACKLOG);

	/** @param output receives the output */
	ForkedProcesses(IofHandler output) {
		this.output = output;
	}

	/** Adds a process, whose output is read from now on. */
	void add(Proc proc, Process process, boolean hasInput) {
		processes.add(process);
		byName.put(proc, process);
		if (hasInput) {
			inputs.put(proc, CompletableFuture.completedFuture(null));
		}
		read(proc, IofChannel.STDOUT, process.getInputStream());
		read(proc, IofChannel.STDERR, process.getErrorStream());
	}

	void kill() {
		processes.forEach(Process::destroyForcibly);
	}

	/** Returns the processes in the order of their ranks. */
	Set<Proc> procs() {
		Set<Proc> sorted = new TreeSet<>(Comparator.comparingInt(proc -> proc.rank().value()));
		sorted.addAll(byName.keySet());
		return sorted;
	}

	boolean hasInput(Proc proc) {
		return inputs.containsKey(proc);
	}

	/**
	 * Writes to the standard input of a process, after what was written before, and may end it. Fails with IOF_COMPLETE if the process has no
	 * standard input or reads no more of it.
	 */
	CompletableFuture<Void> push(Proc proc, ByteObject data, boolean last, Executor executor) {
		Process process = byName.get(proc);
		CompletableFuture<Void> pushed = inputs.computeIfPresent(proc,
				(each, before) -> before.thenRunAsync(() -> write(proc, process, data, last), executor));
		return pushed != null ? pushed : CompletableFuture.failedFuture(new PmixException(Status.ERR_IOF_COMPLETE, proc
				+ " has no standard input; spawn the job with PMIX_FWD_STDIN, or with PMIX_STDIN_TGT for other ranks than 0"));
	}

	private static void write(Proc proc, Process process, ByteObject data, boolean last) {
		try {
			OutputStream input = process.getOutputStream();
			input.write(data.toByteArray());
			input.flush();
			if (last) {
				input.close();
			}
		} catch (IOException e) {
			throw new CompletionException(new PmixException(Status.ERR_IOF_COMPLETE, proc + " reads no more input: " + e.getMessage(), e));
		}
	}

	private void read(Proc proc, IofChannel channel, InputStream stream) {
		Thread.ofVirtual().name("pmix-output-" + proc + "-" + channel).start(() -> {
			try (stream) {
				byte[] bytes = new byte[PIECE];
				int count = stream.read(bytes);
				while (count > 0) {
					pieces.put(new IofOutput(proc, channel, Infos.EMPTY, ByteObject.wrap(Arrays.copyOf(bytes, count))));
					count = stream.read(bytes);
				}
			} catch (IOException | InterruptedException closed) {
				LOG.log(Level.DEBUG, "The output of {0} ended early: {1}", proc, closed.getMessage());
			}
			end(proc, channel);
		});
	}

	private void end(Proc proc, IofChannel channel) {
		try {
			pieces.put(new IofOutput(proc, channel, Infos.EMPTY, ByteObject.EMPTY));
		} catch (InterruptedException never) {
			Thread.currentThread().interrupt();
		}
	}

	/** Hands the output to the handler until all streams have ended, and waits for the exits. Returns the exit code of the job. */
	int await() {
		int code = 0;
		try {
			for (int open = STREAMS * processes.size(); open > 0;) {
				IofOutput piece = pieces.take();
				open -= piece.isEnd() ? 1 : 0;
				hand(piece);
			}
			for (Process process : processes) {
				int exit = process.waitFor();
				code = code == 0 ? exit : code;
			}
		} catch (InterruptedException never) {
			Thread.currentThread().interrupt();
		}
		return code;
	}

	private void hand(IofOutput piece) {
		try {
			output.handle(piece);
		} catch (Throwable mistake) { // also a checked exception, which other languages do not declare
			LOG.log(Level.WARNING, "The output handler failed for output of " + piece.source(), mistake);
		}
	}
}
