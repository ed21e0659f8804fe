// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.posix;

/** The umask of a thread: that of the process until the thread takes one of its own, which only it and its children have. Stateless. */
public final class Umask {
	private Umask() {
	}

	/**
	 * Gives the calling thread a umask of its own, for now with the value of the process's.
	 *
	 * @return false if the system does not permit it, as in some containers
	 */
	public static boolean takeOwn() {
		return Posix.unshare(Posix.CLONE_FS) == 0;
	}

	/**
	 * Sets the umask of the calling thread, and of all threads that share it.
	 *
	 * @return the one before
	 */
	public static int set(int mask) {
		return Posix.umask(mask);
	}
}
