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
import java.time.Duration;
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
 * Writes the whole output of a job to a file, on its own thread. Ranks wait while the disk is slower than they are, but no longer than
 * 30 seconds for one that does not take anything: then the log ends with a problem, and the job goes on. The launcher, whose messages come
 * from the host's thread, never waits. Owned by the process of the job; may be used from any thread.
 */
public final class OutputLog implements Consumer<OutputChunk> {
	/** The output that may wait for the disk, in bytes. */
	private static final int MOST_WAITING = 4 << 20;
	/** How long a rank waits for a disk that does not take anything. */
	private static final Duration STALL_LIMIT = Duration.ofSeconds(30);

	private final Path file;
	private final long limit;
	private final RankTags tags;
	private final Charset charset;
	private final Duration stallLimit;
	private final Consumer<IOException> problem;
	private final CompletableFuture<Void> finished = new CompletableFuture<>();
	private final ReentrantLock lock = new ReentrantLock();
	private final Condition changed = lock.newCondition();
	// under the lock
	private List<OutputChunk> waiting = new ArrayList<>();
	private long waitingBytes;
	private long takes;
	private boolean ended;

	private OutputLog(Path file, long limit, RankTags tags, Charset charset, Duration stallLimit, Consumer<IOException> problem) {
		this.file = file;
		this.limit = limit;
		this.tags = tags;
		this.charset = charset;
		this.stallLimit = stallLimit;
		this.problem = problem;
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
		return start(file, limit, tagged, job, charset, STALL_LIMIT, problem);
	}

	/**
	 * Starts the thread.
	 *
	 * @param file       is overwritten
	 * @param limit      the size in bytes at which the file ends, with a line that says so
	 * @param tagged     whether each line begins with the rank
	 * @param job        returns the namespace that the launch has ordered, once it has begun
	 * @param charset    the encoding of the output
	 * @param stallLimit how long a rank waits for a disk that does not take anything
	 * @param problem    receives an error, after which nothing more is written
	 * @return the log
	 */
	public static OutputLog start(Path file, long limit, boolean tagged, Supplier<String> job, Charset charset, Duration stallLimit,
			Consumer<IOException> problem) {
		OutputLog log = new OutputLog(file, limit, new RankTags(tagged, job, charset), charset, stallLimit, problem);
		Thread thread = new Thread(log::run, "pmix4j-log-" + file.getFileName());
		thread.setDaemon(true);
		thread.start();
		return log;
	}

	/** Adds output. Waits for the disk if a rank has written it; has no effect after the end. */
	@Override
	public void accept(OutputChunk chunk) {
		boolean stalled = false;
		lock.lock();
		try {
			if (!chunk.isFromLauncher() && !awaitRoom()) {
				stalled = true;
				ended = true;
				waiting = new ArrayList<>();
				waitingBytes = 0;
			}
			if (!ended) {
				waiting.add(chunk);
				waitingBytes += chunk.bytes().length;
			}
			changed.signalAll();
		} finally {
			lock.unlock();
		}
		if (stalled) {
			problem.accept(new IOException(file + ": the disk has not taken anything for " + stallLimit.toSeconds() + " s"));
			finished.complete(null);
		}
	}

	/** Waits for room; returns false if the writer has taken nothing within the limit. */
	private boolean awaitRoom() {
		long end = System.nanoTime() + stallLimit.toNanos();
		long seen = takes;
		while (!ended && waitingBytes > MOST_WAITING) {
			if (seen != takes) {
				// other ranks have filled the room
				seen = takes;
				end = System.nanoTime() + stallLimit.toNanos();
			}
			long left = end - System.nanoTime();
			if (left <= 0) {
				return false;
			}
			try {
				changed.awaitNanos(left);
			} catch (InterruptedException e) {
				Thread.currentThread().interrupt();
				return true;
			}
		}
		return true;
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

	/** @return completes when the file is complete, or nothing more will be written */
	public CompletableFuture<Void> finished() {
		return finished.copy();
	}

	private void run() {
		try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.CREATE,
				StandardOpenOption.TRUNCATE_EXISTING)) {
			List<OutputChunk> chunks = take();
			while (!chunks.isEmpty() && write(channel, tags.render(chunks))) {
				chunks = take();
			}
		} catch (IOException e) {
			end();
			if (!finished.isDone()) {
				// as of a full disk
				problem.accept(e instanceof FileSystemException ? e : new IOException(file + ": " + e.getMessage(), e));
			}
		} finally {
			end();
			finished.complete(null);
		}
	}

	/** Waits for output as long as the job runs; returns nothing at its end. */
	private List<OutputChunk> take() {
		lock.lock();
		try {
			while (waiting.isEmpty() && !ended) {
				changed.awaitUninterruptibly();
			}
			List<OutputChunk> taken = waiting;
			waiting = new ArrayList<>();
			waitingBytes = 0;
			takes++;
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
