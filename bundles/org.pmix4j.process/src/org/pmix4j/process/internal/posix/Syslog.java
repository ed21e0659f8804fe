// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.posix;

import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;

import org.pmix4j.process.internal.posix.CLibrary.CFunction;

/**
 * The system's log, under the name "pmix4j" and the id of this process. The C library does not report failures. Thread-safe.
 *
 * @see "syslog(3)"
 */
public final class Syslog {
	private static final int LOG_PID = 1;
	/** The C library keeps the address, so it must stay. */
	private static final NativeBuffer NAME = open();
	private static final CFunction SYSLOG = Posix.LIBRARY.function("syslog");

	private Syslog() {
	}

	private static NativeBuffer open() {
		NativeBuffer name = text("pmix4j");
		Posix.LIBRARY.function("openlog").call(name.address(), LOG_PID, 0);
		return name;
	}

	/**
	 * Writes one entry.
	 *
	 * @param priority facility and severity, 0 to 191
	 * @param entry    what to write
	 */
	public static void log(int priority, String entry) {
		assert NAME.capacity() > 0;
		// the entry is the format itself, so that no argument of unknown number is passed
		NativeBuffer format = text(entry.replace("%", "%%"));
		SYSLOG.call(priority, format.address());
		Reference.reachabilityFence(format);
	}

	private static NativeBuffer text(String string) {
		byte[] bytes = string.getBytes(StandardCharsets.UTF_8);
		NativeBuffer text = new NativeBuffer(bytes.length + 1);
		text.bytes().put(0, bytes);
		return text;
	}
}
