// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.posix;

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
	private static final NativeBuffer DEVICE = device();

	private PseudoTerminal() {
	}

	private static NativeBuffer device() {
		String path = "/dev/ptmx\0";
		NativeBuffer text = new NativeBuffer(path.length());
		for (int i = 0; i < path.length(); i++) {
			text.bytes().put(i, (byte) path.charAt(i));
		}
		return text;
	}

	/**
	 * Opens a terminal that passes all bytes on and is the controlling terminal of no session.
	 *
	 * @param scratch at least {@link Posix#STAT_SIZE} bytes
	 * @return the side to read from and the terminal to write to; null if the system has no terminal to give: no device, too many
	 *         terminals or descriptors, or a kernel before 4.13
	 */
	public static @Nullable Pipe open(NativeBuffer scratch) {
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
		return new Pipe(controller, terminal);
	}

	/** Returns the path of the terminal behind a controller; empty if the descriptor is none. */
	public static Optional<String> path(int controller, NativeBuffer scratch) {
		return Posix.ioctl(controller, Posix.TIOCGPTN, scratch.address()) == 0 ? Optional.of("/dev/pts/" + scratch.bytes().getInt(0))
				: Optional.empty();
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
