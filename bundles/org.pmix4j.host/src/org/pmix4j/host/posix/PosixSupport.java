// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.posix;

import org.jspecify.annotations.Nullable;

/** Says in plain words on which machines this package works, before a call into the void. Stateless. */
public final class PosixSupport {

	private PosixSupport() {
	}

	/**
	 * Makes sure that {@link Posix} can be used.
	 *
	 * @throws UnsupportedOperationException if this machine has not got what it needs
	 */
	public static void require() {
		String system = System.getProperty("os.name", "");
		String architecture = System.getProperty("os.arch", "");
		if (!system.equals("Linux") || !architecture.equals("amd64") && !architecture.equals("aarch64")) {
			throw unsupported(system + " on " + architecture, null);
		}
		try {
			Posix.geteuid();
		} catch (LinkageError e) {
			// A function is missing (older glibc, or musl), or JNA could not load its own library.
			Throwable cause = e.getCause() == null ? e : e.getCause();
			throw unsupported(String.valueOf(cause.getMessage()), cause);
		}
	}

	private static UnsupportedOperationException unsupported(String found, @Nullable Throwable cause) {
		return new UnsupportedOperationException("local jobs need Linux (x86_64, aarch64) with glibc 2.34 or later; found: " + found,
				cause);
	}
}
