// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.Proc;
import org.pmix4j.model.bytes.BytePaths;

/**
 * Writes output to two byte channels, usually standard output and standard error of this process. Small pieces are combined into large
 * writes. Thread-safe; the lines of one call stay together.
 */
public final class StreamSink implements OutputSink {
	private static final byte[] LINE_END = {'\n'};
	private static final int BUFFER = 1 << 16;
	/** The size from which a piece is written directly, as another write costs less than the copy. */
	private static final int LARGE = BUFFER / 2;
	/** The pause before another attempt to write to a full non-blocking descriptor. */
	private static final long FULL_PAUSE = TimeUnit.MILLISECONDS.toNanos(1);

	private final Target out;
	private final Target err;

	private StreamSink(Target out, Target err) {
		this.out = out;
		this.err = err;
	}

	/**
	 * {@return a sink that writes to {@link System#out} and {@link System#err}, as they are at the time; the default of embedded hosts,
	 * as a test runner or an application may have replaced them}
	 */
	public static StreamSink system() {
		return SystemStreams.INSTANCE;
	}

	/**
	 * {@return a sink that writes to the descriptors 1 and 2 of this process, past {@link System#out}; that of a launcher, whose process is
	 * its own}
	 */
	public static StreamSink standard() {
		return Standard.INSTANCE;
	}

	/**
	 * {@return a sink that writes to these channels and never closes them}
	 *
	 * @param out takes standard output
	 * @param err takes standard error; may be the same
	 */
	public static StreamSink of(WritableByteChannel out, WritableByteChannel err) {
		return new StreamSink(new Target(out, ""), new Target(err, ""));
	}

	@Override
	public void write(Proc proc, IofChannel channel, ByteBuffer chunk) throws IOException {
		target(channel).put(chunk);
	}

	@Override
	public void endLine(Proc proc, IofChannel channel) throws IOException {
		target(channel).put(ByteBuffer.wrap(LINE_END));
	}

	@Override
	public void flush() throws IOException {
		out.flush();
		err.flush();
	}

	/**
	 * Writes a line of the launcher between the output of ranks.
	 *
	 * @param channel standard output or standard error
	 * @param line    without its line end
	 * @throws IOException if it cannot be written
	 */
	public void println(IofChannel channel, String line) throws IOException {
		Target target = target(channel);
		target.put(ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8)));
		target.flush();
	}

	private Target target(IofChannel channel) {
		return channel.equals(IofChannel.STDERR) ? err : out;
	}

	/** The sink of this process; created on first use, so that an embedder's descriptors stay untouched. */
	private static final class Standard {
		static final FileOutputStream OUT = new FileOutputStream(FileDescriptor.out);
		static final FileOutputStream ERR = new FileOutputStream(FileDescriptor.err);
		static final StreamSink INSTANCE = new StreamSink(new Target(OUT.getChannel(), "/proc/self/fd/1"),
				new Target(ERR.getChannel(), "/proc/self/fd/2"));
	}

	/** The sink for the streams of {@link System}. */
	private static final class SystemStreams {
		static final StreamSink INSTANCE = of(new PrintChannel(() -> System.out), new PrintChannel(() -> System.err));
	}

	/** A print stream as a channel; never closed. */
	private record PrintChannel(Supplier<PrintStream> stream) implements WritableByteChannel {
		@Override
		public int write(@Nullable ByteBuffer source) throws IOException {
			ByteBuffer data = Objects.requireNonNull(source);
			byte[] bytes = new byte[data.remaining()];
			data.get(bytes);
			PrintStream target = stream.get();
			target.write(bytes, 0, bytes.length);
			if (target.checkError()) {
				throw new IOException("the stream of this process reports an error");
			}
			return bytes.length;
		}

		@Override
		public boolean isOpen() {
			return true;
		}

		@Override
		public void close() {
			// belongs to the process
		}
	}

	/** One channel and its buffer. Each has its own lock: a message on standard error must not wait for a stuck standard output. */
	private static final class Target {
		private final WritableByteChannel channel;
		private final String link;
		/** Allocated with the first piece: most runs write nothing to standard error. */
		private ByteBuffer gathered = ByteBuffer.allocate(0);

		/** The link in /proc shows the type of the file behind the channel; empty if unknown. */
		Target(WritableByteChannel channel, String link) {
			this.channel = channel;
			this.link = link;
		}

		synchronized void put(ByteBuffer chunk) throws IOException {
			if (chunk.remaining() > gathered.remaining()) {
				flush();
			}
			if (chunk.remaining() >= LARGE) {
				flush();
				writeAll(chunk);
			} else {
				if (gathered.capacity() == 0) {
					gathered = ByteBuffer.allocateDirect(BUFFER);
				}
				gathered.put(chunk);
			}
		}

		synchronized void flush() throws IOException {
			gathered.flip();
			try {
				writeAll(gathered);
			} finally {
				gathered.clear();
			}
		}

		private void writeAll(ByteBuffer bytes) throws IOException {
			try {
				while (bytes.hasRemaining()) {
					if (channel.write(bytes) == 0) {
						// a shell or a parent may have left the descriptor in non-blocking mode, which Java cannot reset
						LockSupport.parkNanos(FULL_PAUSE);
					}
				}
			} catch (IOException e) {
				throw link.isEmpty() ? e : failure(e);
			}
		}

		/** Returns the failure of a reader that has gone, or of a file. The exception's text, which says so, is localized. */
		private IOException failure(IOException failed) throws IOException {
			Path target = Files.readSymbolicLink(Path.of(link));
			if (target.toString().startsWith("pipe:") || target.toString().startsWith("socket:")) {
				return new ReaderGoneException(failed);
			}
			FileSystemException named = new FileSystemException(BytePaths.text(target), null, failed.getMessage());
			named.initCause(failed);
			return named;
		}
	}
}
