// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.streams;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.Charset;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.pmix4e.core.internal.Messages;
import org.pmix4e.core.output.OutputChunk;

/**
 * Writes the whole output of a job to a file, on a thread of its own. Ranks wait while the disk is slower than they are; the launcher,
 * whose messages come from the host's thread, never does. Owned by the process of the job; may be used from any thread.
 */
public final class OutputLog implements Consumer<OutputChunk> {
	/** The output that may wait for the disk, in bytes. */
	private static final int MOST_WAITING = 4 << 20;

	private final Path file;
	private final long limit;
	private final RankTags tags;
	private final Charset charset;
	private final CompletableFuture<Void> finished = new CompletableFuture<>();
	private final ReentrantLock lock = new ReentrantLock();
	private final Condition changed = lock.newCondition();
	// under the lock
	private List<OutputChunk> waiting = new ArrayList<>();
	private long waitingBytes;
	private boolean ended;

	private OutputLog(Path file, long limit, RankTags tags, Charset charset) {
		this.file = file;
		this.limit = limit;
		this.tags = tags;
		this.charset = charset;
	}

	/**
	 * Starts the thread.
	 *
	 * @param file    is overwritten
	 * @param limit   the size in bytes at which the file ends, with a line that says so
	 * @param tagged  whether each line begins with the rank
	 * @param job     returns the namespace that the launch has ordered, once it has begun
	 * @param charset the encoding of the output
	 * @param problem receives an error, after which nothing more is written
	 * @return the log
	 */
	public static OutputLog start(Path file, long limit, boolean tagged, Supplier<String> job, Charset charset,
			Consumer<IOException> problem) {
		OutputLog log = new OutputLog(file, limit, new RankTags(tagged, job, charset), charset);
		Thread thread = new Thread(() -> log.run(problem), "pmix4j-log-" + file.getFileName());
		thread.setDaemon(true);
		thread.start();
		return log;
	}

	/** Adds output. Waits for the disk if a rank has written it; has no effect after the end. */
	@Override
	public void accept(OutputChunk chunk) {
		lock.lock();
		try {
			while (!ended && waitingBytes > MOST_WAITING && !chunk.isFromLauncher()) {
				changed.awaitUninterruptibly();
			}
			if (!ended) {
				waiting.add(chunk);
				waitingBytes += chunk.bytes().length;
				changed.signalAll();
			}
		} finally {
			lock.unlock();
		}
	}

	/** Ends the output. Returns at once; the rest is still written. */
	public void end() {
		lock.lock();
		try {
			ended = true;
			changed.signalAll();
		} finally {
			lock.unlock();
		}
	}

	/** @return the file */
	public Path file() {
		return file;
	}

	/** @return completes when the file is complete */
	public CompletableFuture<Void> finished() {
		return finished.copy();
	}

	private void run(Consumer<IOException> problem) {
		try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.CREATE,
				StandardOpenOption.TRUNCATE_EXISTING)) {
			List<OutputChunk> chunks = take();
			while (!chunks.isEmpty() && write(channel, tags.render(chunks))) {
				chunks = take();
			}
		} catch (IOException e) {
			end();
			problem.accept(e instanceof FileSystemException ? e : new IOException(file + ": " + e.getMessage(), e)); // as of a full disk
		} finally {
			end();
			finished.complete(null);
		}
	}

	/** Waits for output; returns nothing at its end. */
	private List<OutputChunk> take() {
		lock.lock();
		try {
			while (waiting.isEmpty() && !ended) {
				changed.awaitUninterruptibly();
			}
			List<OutputChunk> taken = waiting;
			waiting = new ArrayList<>();
			waitingBytes = 0;
			changed.signalAll();
			return taken;
		} finally {
			lock.unlock();
		}
	}

	/** Returns whether there is room for more. */
	private boolean write(FileChannel channel, byte[] bytes) throws IOException {
		int room = (int) Math.min(bytes.length, limit - channel.position());
		writeAll(channel, ByteBuffer.wrap(bytes, 0, room));
		if (room == bytes.length) {
			return true;
		}
		String note = "\n" + MessageFormat.format(Messages.OutputLog_full, limit >> 20) + "\n";
		writeAll(channel, ByteBuffer.wrap(note.getBytes(charset)));
		return false;
	}

	private static void writeAll(FileChannel channel, ByteBuffer bytes) throws IOException {
		while (bytes.hasRemaining()) {
			channel.write(bytes);
		}
	}
}
