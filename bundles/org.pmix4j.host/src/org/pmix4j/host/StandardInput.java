// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

import org.pmix4j.host.internal.thread.HostLog;
import org.pmix4j.job.InputSource;
import org.pmix4j.process.internal.posix.FileOffset;
import org.pmix4j.process.internal.posix.Terminal;

/**
 * Descriptor 0 of this process. Reads from a terminal only in the foreground, so that the terminal does not stop a launcher in the
 * background. Used by one thread. An interrupt ends a read and closes the channel. The process that has started this one, such as the loop
 * of a shell script, may share the descriptor: it finds a regular file at the place up to which ranks have read it.
 *
 * <p>
 * A read that began in the foreground, before the user typed Ctrl-Z and {@code bg}, stops the process unless the program ignores
 * SIGTTIN; then the read fails and is repeated.
 *
 * @see "PRRTE, mca/iof/hnp: standard input is read only while the launcher is in the foreground"
 */
public final class StandardInput implements InputSource {
	/** The interval of polling: a running process is not notified when its group is in the foreground again. */
	private static final long LOOK_MILLIS = 500;

	private final FileInputStream stream = new FileInputStream(FileDescriptor.in);
	private final FileChannel channel = stream.getChannel();
	private final boolean terminal = Terminal.isTerminal(0);
	private boolean begun;
	private Optional<FileOffset> file = Optional.empty();
	/** True if bytes come from a pipe or socket, which does not take them back. */
	private boolean passing;
	private volatile long total;

	/** Opens the standard input of this process, descriptor 0. Nothing is read before the first call of {@link #read}. */
	public StandardInput() {
		// the fields do all
	}

	@Override
	public int read(ByteBuffer target) throws IOException {
		begin();
		while (true) {
			awaitForeground();
			try {
				int count = file.isPresent() ? file.get().read(channel, target) : channel.read(target);
				total += Math.max(0, count);
				return count;
			} catch (IOException e) {
				if (channel.isOpen() && Terminal.isWriteOnly(0)) {
					return -1; // as nohup(1) opens it
				}
				if (!terminal || !channel.isOpen() || !Terminal.isBackground()) {
					throw e;
				}
			}
		}
	}

	@Override
	public void close() throws IOException {
		stream.close();
	}

	@Override
	public void putBack(long count) {
		file.ifPresent(offset -> offset.release(count));
		if (passing && count > 0 && count == total) {
			HostLog.log(Level.WARNING, "no rank has read standard input; the " + count + " bytes that the launcher has read for them are lost to"
					+ " others, such as the loop of a shell script. --stdin none leaves them there");
		}
	}

	/** Looks what descriptor 0 is. */
	private void begin() throws IOException {
		if (begun) {
			return;
		}
		begun = true;
		Path link = Path.of("/proc/self/fd/0");
		if (terminal || Files.readSymbolicLink(link).startsWith("/dev")) {
			return;
		}
		BasicFileAttributes kind = Files.readAttributes(link, BasicFileAttributes.class);
		passing = kind.isOther();
		if (kind.isRegularFile()) {
			file = FileOffset.of(0);
		}
	}

	private void awaitForeground() throws IOException {
		while (terminal && Terminal.isBackground()) {
			try {
				Thread.sleep(LOOK_MILLIS);
			} catch (InterruptedException e) {
				Thread.currentThread().interrupt();
				close();
				throw new ClosedByInterruptException();
			}
		}
	}
}
