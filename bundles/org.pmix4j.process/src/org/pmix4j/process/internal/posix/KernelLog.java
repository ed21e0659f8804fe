// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.posix;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

import org.pmix4j.model.bytes.ByteStrings;
import org.pmix4j.process.internal.posix.CLibrary.CFunction;

/**
 * The messages of the kernel. Stateless; callable from any thread.
 *
 * @see "syslog(2); Linux, mm/oom_kill.c, __oom_kill_process; include/linux/proc_ns.h, PROC_PID_INIT_INO"
 */
public final class KernelLog {
	private static final int READ_ALL = 3;
	private static final int SIZE = 10;
	private static final CFunction KLOGCTL = Posix.LIBRARY.function("klogctl");
	private static final Path NAMESPACE = Path.of("/proc/self/ns/pid");
	/** The messages have the process ids of this namespace. */
	private static final String FIRST_NAMESPACE = "pid:[4026531836]";

	private KernelLog() {
	}

	/**
	 * Returns whether the kernel says that it has killed a process for lack of memory.
	 *
	 * @param pid of the process
	 * @return empty if this process may not read the messages, or other process ids are in them
	 */
	public static Optional<Boolean> hasKilled(int pid) {
		try {
			if (!Files.readSymbolicLink(NAMESPACE).toString().equals(FIRST_NAMESPACE)) {
				return Optional.empty();
			}
		} catch (IOException e) {
			return Optional.empty();
		}
		int size = (int) KLOGCTL.call(SIZE, 0, 0);
		if (size <= 0) {
			return Optional.empty();
		}
		NativeBuffer messages = new NativeBuffer(size);
		int length = (int) KLOGCTL.call(READ_ALL, messages.address(), size);
		if (length <= 0) {
			return Optional.empty();
		}
		byte[] text = new byte[length];
		messages.bytes().get(0, text);
		return Optional.of(ByteStrings.decode(text).contains("Killed process " + pid + " ("));
	}
}
