// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.tool.internal.fork;

import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

import org.pmix4j.client.IofHandler;
import org.pmix4j.client.IofOutput;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.Proc;

/**
 * The processes of one job. Threads of their own read the output; one thread hands it to the handler, and then waits for the exits. Owned
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
	private final BlockingQueue<IofOutput> pieces = new ArrayBlockingQueue<>(BACKLOG);

	/** @param output receives the output */
	ForkedProcesses(IofHandler output) {
		this.output = output;
	}

	/** Adds a process, whose output is read from now on. */
	void add(Proc proc, Process process) {
		processes.add(process);
		read(proc, IofChannel.STDOUT, process.getInputStream());
		read(proc, IofChannel.STDERR, process.getErrorStream());
	}

	void kill() {
		processes.forEach(Process::destroyForcibly);
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
		} catch (RuntimeException mistake) {
			LOG.log(Level.WARNING, "The output handler failed for output of " + piece.source(), mistake);
		}
	}
}
