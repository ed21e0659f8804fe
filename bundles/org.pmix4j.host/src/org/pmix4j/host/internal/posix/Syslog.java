// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.posix;

import java.nio.charset.StandardCharsets;

import com.sun.jna.Function;
import com.sun.jna.Memory;

/**
 * The system's log, under the name "pmix4j" and the id of this process. The C library does not report failures. Thread-safe.
 *
 * @see "syslog(3)"
 */
public final class Syslog {
	private static final int LOG_PID = 1;
	/** The C library keeps the address, so it must stay. */
	private static final Memory NAME = open();

	private Syslog() {
	}

	private static Memory open() {
		Memory name = text("pmix4j");
		Function.getFunction("c", "openlog").invokeVoid(new Object[] { name, LOG_PID, 0 });
		return name;
	}

	/**
	 * Writes one entry.
	 *
	 * @param priority facility and severity, 0 to 191
	 * @param entry    what to write
	 */
	public static void log(int priority, String entry) {
		assert NAME.valid();
		// the entry is the format itself, so that no argument of unknown number is passed
		Function.getFunction("c", "syslog").invokeVoid(new Object[] { priority, text(entry.replace("%", "%%")) });
	}

	private static Memory text(String string) {
		byte[] bytes = string.getBytes(StandardCharsets.UTF_8);
		Memory memory = new Memory(bytes.length + 1L);
		memory.write(0, bytes, 0, bytes.length);
		memory.setByte(bytes.length, (byte) 0);
		return memory;
	}
}
