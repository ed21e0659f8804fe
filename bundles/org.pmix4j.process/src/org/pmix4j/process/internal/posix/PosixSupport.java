// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.posix;

import java.util.Optional;

import org.jspecify.annotations.Nullable;

/** Checks that this package works on this machine, before its first use. Stateless. */
public final class PosixSupport {

	private PosixSupport() {
	}

	/**
	 * Checks that {@link Posix} can be used.
	 *
	 * @throws UnsupportedOperationException if this machine lacks something that it needs
	 */
	public static void require() {
		String system = System.getProperty("os.name", "");
		String architecture = System.getProperty("os.arch", "");
		if (!system.equals("Linux") || !architecture.equals("amd64") && !architecture.equals("aarch64")) {
			throw unsupported(system + " on " + architecture, null);
		}
		if (Library.PROBLEM.isPresent()) {
			LinkageError problem = Library.PROBLEM.get();
			Throwable cause = problem.getCause() == null ? problem : problem.getCause();
			throw unsupported(cause);
		}
	}

	/** Only the first attempt shows the cause: a function is missing (older glibc, or musl), or JNA cannot load its library. */
	private static final class Library {
		static final Optional<LinkageError> PROBLEM = problem();

		private static Optional<LinkageError> problem() {
			try {
				Posix.geteuid();
				return Optional.empty();
			} catch (LinkageError e) {
				return Optional.of(e);
			}
		}
	}

	private static UnsupportedOperationException unsupported(Throwable cause) {
		String reason = String.valueOf(cause.getMessage());
		if (cause instanceof ClassNotFoundException) {
			return new UnsupportedOperationException("local jobs need the library JNA 5, whose class " + reason
					+ " is missing: add jna.jar to the class path, or install the bundle com.sun.jna", cause);
		}
		// JNA's words for a function that the C library does not have
		if (reason.startsWith("Error looking up function")) {
			return unsupported(reason, cause);
		}
		return new UnsupportedOperationException("local jobs need the library JNA, which cannot load its native part: " + reason
				+ "; it needs glibc, and a directory for temporary files that is not mounted with noexec (-Djna.tmpdir=DIR)", cause);
	}

	private static UnsupportedOperationException unsupported(String found, @Nullable Throwable cause) {
		return new UnsupportedOperationException("local jobs need Linux (x86_64, aarch64) with glibc 2.34 or later; found: " + found,
				cause);
	}
}
