// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.process;

import java.io.IOException;

import org.pmix4j.process.internal.posix.Errno;

/** Signals that a process could not be started. The message is a sentence that names the path and the reason. */
public final class SpawnException extends IOException {

	private static final long serialVersionUID = 1L;

	/** The reasons why a process cannot be started. */
	public enum Reason {
		/** No such program; a shell reports 127, all other reasons 126. */
		NOT_FOUND(127),
		/** It is a directory, or lacks the permission to execute. */
		NOT_EXECUTABLE(126),
		/** A file that this machine cannot execute. */
		BAD_FORMAT(126),
		/** The interpreter that a script or a binary names is missing or cannot be executed. */
		BAD_INTERPRETER(126),
		/** The working directory does not exist. */
		NO_DIRECTORY(126),
		/** The working directory is not a directory, or may not be entered. */
		CLOSED_DIRECTORY(126),
		/** Arguments and environment are larger than the kernel allows. */
		TOO_LARGE(126),
		/** Out of processes, descriptors or memory. */
		RESOURCES(126),
		/** Anything else; see the errno. */
		OTHER(126);

		private final int exitCode;

		Reason(int exitCode) {
			this.exitCode = exitCode;
		}
	}

	private final Reason reason;
	private final int errno;

	SpawnException(Reason reason, int errno, String message) {
		super(message);
		this.reason = reason;
		this.errno = errno;
	}

	/** Returns the reason. */
	public Reason reason() {
		return reason;
	}

	/** Returns the error number of Linux, e.g. 2 for ENOENT. */
	public int errno() {
		return errno;
	}

	/** Returns the name of the error number, e.g. {@code ENOENT}. */
	public String errnoName() {
		return Errno.name(errno);
	}

	/** Returns the exit code a shell would report: 127 if the program was not found, else 126. */
	public int exitCode() {
		return reason.exitCode;
	}
}
