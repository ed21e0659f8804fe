// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.streams;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;

import org.eclipse.core.runtime.SafeRunner;
import org.eclipse.debug.core.IBinaryStreamListener;
import org.eclipse.debug.core.IStreamListener;
import org.eclipse.debug.core.model.IBinaryStreamMonitor;
import org.pmix4e.core.internal.Messages;
import org.pmix4e.core.internal.output.OutputBuffer;
import org.pmix4e.core.internal.output.OutputPart;
import org.pmix4e.core.internal.output.OutputPosition;
import org.pmix4e.core.internal.output.OutputRange;
import org.pmix4e.core.output.OutputChunk;

/**
 * Monitors standard output or standard error of a whole job for the consoles of the platform. It stores no output: the contents are read
 * again from the buffer of the job. Owned by a {@link JobStreamsProxy}; one thread delivers, any thread may call the other methods.
 *
 * <p>
 * A reader of text that comes late gets all earlier output first, because a launch group begins to wait for a line only after the launch,
 * and the line may be there already. A reader that adds itself under the lock of this object, as consoles do, takes the contents itself and
 * gets only what follows.
 *
 * <p>
 * A console registers itself and takes the earlier contents while it holds the lock of this object, so that lock guards the state.
 * Listeners are called without it, because they may wait for the thread of the user interface, which may be waiting for the lock.
 */
final class JobStreamMonitor implements IBinaryStreamMonitor {
	/** The longest piece of earlier output, in characters. */
	private static final int LONGEST = 512 << 10;
	private static final double MEGABYTE = 1 << 20;

	private final OutputBuffer buffer;
	private final boolean error;
	private final Charset charset;
	private final Decoder text;
	private final List<TextReader> listeners = new CopyOnWriteArrayList<>();
	private final List<IBinaryStreamListener> binaryListeners = new CopyOnWriteArrayList<>();
	private RankTags tags;
	private RankTags tagsAtFlush;
	private final RankTags tagsAtStart;
	private OutputPosition delivered = OutputPosition.START;
	private OutputPosition flushed = OutputPosition.START;
	private boolean buffered = true;

	JobStreamMonitor(OutputBuffer buffer, boolean error, RankTags tags, Charset charset) {
		this.buffer = buffer;
		this.error = error;
		this.charset = charset;
		this.tags = tags;
		tagsAtFlush = tags.copy();
		tagsAtStart = tags.copy();
		text = new Decoder(charset);
	}

	/** Delivers output of this stream, which ends at the given position in the output of the job. */
	void deliver(List<OutputChunk> chunks, OutputPosition position) {
		byte[] bytes;
		List<TextReader> textReaders;
		List<IBinaryStreamListener> byteReaders;
		synchronized (this) {
			bytes = tags.render(chunks);
			delivered = position;
			if (!buffered) {
				flushContents();
			}
			textReaders = List.copyOf(listeners);
			byteReaders = List.copyOf(binaryListeners);
		}
		if (bytes.length > 0) {
			byteReaders.stream().filter(binaryListeners::contains)
					.forEach(reader -> SafeRunner.run(() -> reader.streamAppended(bytes, this)));
			String decoded = text.decode(bytes);
			textReaders.stream().filter(listeners::contains)
					.forEach(reader -> SafeRunner.run(() -> reader.append(decoded)));
		}
	}

	/** Takes note that the user has ended the line in the console by Enter. */
	synchronized void endLine() {
		tags.endLine();
	}

	@Override
	public synchronized byte[] getData() {
		return data(flushed, tagsAtFlush);
	}

	/** Returns what was delivered after a position. */
	private byte[] data(OutputPosition from, RankTags tagsThere) {
		OutputPart part = buffer.read(new OutputRange(from, delivered.number(), Long.MAX_VALUE));
		List<OutputChunk> chunks = new ArrayList<>();
		long dropped = Math.min(part.dropped(), delivered.offset() - from.offset());
		if (dropped > 0 && !error) {
			chunks.add(dropped(dropped, charset));
		}
		part.chunks().stream().filter(chunk -> chunk.error() == error).forEach(chunks::add);
		return tagsThere.copy().render(chunks);
	}

	/** Returns the line that a console shows in place of dropped output. */
	static OutputChunk dropped(long bytes, Charset charset) {
		String line = MessageFormat.format(Messages.JobStreamMonitor_dropped, bytes / MEGABYTE);
		return OutputChunk.ofLauncher(false, (line + "\n").getBytes(charset));
	}

	@Override
	public String getContents() {
		return new String(getData(), charset);
	}

	@Override
	public synchronized void flushContents() {
		flushed = delivered;
		tagsAtFlush = tags.copy();
	}

	@Override
	public synchronized void setBuffered(boolean buffer) {
		buffered = buffer;
	}

	@Override
	public synchronized boolean isBuffered() {
		return buffered;
	}

	@Override
	public void addListener(IStreamListener listener) {
		boolean takesContents = Thread.holdsLock(this);
		TextReader reader = new TextReader(listener);
		reader.lock.lock(); // the thread that delivers waits until the reader has the earlier output
		try {
			String earlier;
			synchronized (this) {
				if (listeners.stream().anyMatch(known -> known.listener.equals(listener))) {
					return;
				}
				earlier = takesContents ? "" : new String(data(OutputPosition.START, tagsAtStart), charset);
				listeners.add(reader);
			}
			for (int begin = 0; begin < earlier.length(); begin += LONGEST) {
				reader.append(earlier.substring(begin, Math.min(begin + LONGEST, earlier.length())));
			}
		} finally {
			reader.lock.unlock();
		}
	}

	@Override
	public synchronized void removeListener(IStreamListener listener) {
		listeners.removeIf(known -> known.listener.equals(listener));
	}

	/** A listener for text. Its lock keeps the order between earlier output and what follows; no other lock is held meanwhile. */
	private final class TextReader {
		private final IStreamListener listener;
		private final ReentrantLock lock = new ReentrantLock();

		TextReader(IStreamListener listener) {
			this.listener = listener;
		}

		void append(String decoded) {
			lock.lock();
			try {
				listener.streamAppended(decoded, JobStreamMonitor.this);
			} finally {
				lock.unlock();
			}
		}
	}

	/** Decodes a stream of bytes whose pieces may end inside a character. Used by the thread that delivers. */
	private static final class Decoder {
		private final CharsetDecoder decoder;
		private ByteBuffer rest = ByteBuffer.allocate(0);

		Decoder(Charset charset) {
			decoder = charset.newDecoder().onMalformedInput(CodingErrorAction.REPLACE).onUnmappableCharacter(CodingErrorAction.REPLACE);
		}

		/** Returns the characters that these bytes complete; malformed input becomes the replacement character. */
		String decode(byte[] bytes) {
			ByteBuffer in = ByteBuffer.allocate(rest.remaining() + bytes.length).put(rest).put(bytes).flip();
			CharBuffer out = CharBuffer.allocate((int) Math.ceil(in.remaining() * (double) decoder.maxCharsPerByte()));
			decoder.decode(in, out, false);
			rest = in.slice();
			return out.flip().toString();
		}
	}

	@Override
	public synchronized void addBinaryListener(IBinaryStreamListener listener) {
		if (!binaryListeners.contains(listener)) {
			binaryListeners.add(listener);
		}
	}

	@Override
	public synchronized void removeBinaryListener(IBinaryStreamListener listener) {
		binaryListeners.remove(listener);
	}
}
