// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.posix;

import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * Opens pseudo-terminals for the output of children. The C library buffers output to a terminal by lines only, so that a line printed
 * before {@code abort()} is not lost and a slow program is seen to work. All bytes pass unchanged. Stateless.
 *
 * @see "pty(7), ioctl_tty(2)"
 */
public final class PseudoTerminal {

	/** The kernel's struct termios: four sets of flags, then the line discipline and 19 control characters. */
	private static final int TERMIOS_SIZE = 36;
	private static final int INPUT_FLAGS = 0;
	private static final int OUTPUT_FLAGS = 4;
	private static final int LOCAL_FLAGS = 12;
	/** The kernel's struct winsize: rows, columns, and two numbers of pixels, each of two bytes. */
	private static final int WINSIZE_SIZE = 8;
	private static final NativeBuffer DEVICE = path("/dev/ptmx");

	private PseudoTerminal() {
	}

	/** Returns an ASCII path as text of the C library. */
	static NativeBuffer path(String path) {
		NativeBuffer text = new NativeBuffer(path.length() + 1);
		for (int i = 0; i < path.length(); i++) {
			text.bytes().put(i, (byte) path.charAt(i));
		}
		return text;
	}

	/**
	 * Opens a terminal that passes all bytes on and is the controlling terminal of no session.
	 *
	 * @param scratch at least {@link Posix#STAT_SIZE} bytes
	 * @param size    of the terminal
	 * @return the side to read from and the terminal to write to; null if the system has no terminal to give: no device, too many
	 *         terminals or descriptors, or a kernel before 4.13
	 */
	public static @Nullable Pipe open(NativeBuffer scratch, WindowSize size) {
		int controller = Pipe.aboveStandard(Posix.open(DEVICE.address(), Posix.O_RDWR | Posix.O_NOCTTY | Posix.O_CLOEXEC));
		if (controller < 0) {
			return null;
		}
		int terminal = Pipe.aboveStandard(terminal(controller, scratch));
		if (terminal < 0 || !makeRaw(terminal, scratch)) {
			if (terminal >= 0) {
				Posix.close(terminal);
			}
			Posix.close(controller);
			return null;
		}
		resize(controller, size, scratch);
		return new Pipe(controller, terminal);
	}

	/** Returns the path of the terminal behind a controller; empty if the descriptor is none. */
	public static Optional<String> path(int controller, NativeBuffer scratch) {
		return Posix.ioctl(controller, Posix.TIOCGPTN, scratch.address()) == 0 ? Optional.of("/dev/pts/" + scratch.bytes().getInt(0))
				: Optional.empty();
	}

	/**
	 * Sets the size of a terminal.
	 *
	 * @param controller the side to read from
	 * @param size       the new size
	 * @param scratch    at least {@link Posix#STAT_SIZE} bytes
	 * @return whether that descriptor belongs to a terminal
	 */
	public static boolean resize(int controller, WindowSize size, NativeBuffer scratch) {
		scratch.bytes().putShort(0, (short) size.rows()).putShort(2, (short) size.columns()).putInt(4, 0);
		return Posix.ioctl(controller, Posix.TIOCSWINSZ, scratch.address()) == 0;
	}

	/** Returns the size of the terminal behind a descriptor; empty if it is not a terminal, or one that does not know its size. */
	static Optional<WindowSize> size(int descriptor) {
		NativeBuffer found = new NativeBuffer(WINSIZE_SIZE);
		if (Posix.ioctl(descriptor, Posix.TIOCGWINSZ, found.address()) != 0) {
			return Optional.empty();
		}
		int rows = Short.toUnsignedInt(found.bytes().getShort(0));
		int columns = Short.toUnsignedInt(found.bytes().getShort(2));
		return rows == 0 || columns == 0 ? Optional.empty() : Optional.of(new WindowSize(rows, columns));
	}

	private static int terminal(int controller, NativeBuffer scratch) {
		scratch.bytes().putInt(0, 0);
		return Posix.ioctl(controller, Posix.TIOCSPTLCK, scratch.address()) != 0 ? -1
				: Posix.ioctl(controller, Posix.TIOCGPTPEER, Posix.O_RDWR | Posix.O_NOCTTY | Posix.O_CLOEXEC);
	}

	/** Turns every conversion off. */
	private static boolean makeRaw(int terminal, NativeBuffer scratch) {
		assert scratch.capacity() >= TERMIOS_SIZE;
		if (Posix.ioctl(terminal, Posix.TCGETS, scratch.address()) != 0) {
			return false;
		}
		scratch.bytes().putInt(INPUT_FLAGS, 0).putInt(OUTPUT_FLAGS, 0).putInt(LOCAL_FLAGS, 0);
		return Posix.ioctl(terminal, Posix.TCSETS, scratch.address()) == 0;
	}
}
