// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.posix;

import java.nio.ByteBuffer;

/**
 * The C library of this process, and the only way to call it. {@link BoundLibrary} binds it: by JNA on a JVM, by calls of the compiler in
 * the native executable (releng/native). Thread-safe.
 */
interface CLibrary {
	/** A function with at most six arguments, which are integers or addresses. */
	interface CFunction {
		/**
		 * Calls the function, and keeps its error number for {@link CLibrary#errno()}.
		 *
		 * @param arguments one for each parameter; a shorter parameter takes the lower bits
		 * @return the result, of which the upper bits are undefined if the type of the function is shorter
		 */
		long call(long... arguments);
	}

	/**
	 * Looks a function up.
	 *
	 * @param name of the function
	 * @return the function
	 * @throws UnsatisfiedLinkError if this C library has none of that name
	 */
	CFunction function(String name);

	/** Returns the address of a function; throws UnsatisfiedLinkError as {@link #function} does. */
	long address(String name);

	/** Returns the address of the first byte of memory outside the heap. */
	long address(ByteBuffer direct);

	/** Returns the error number that this thread's last call has left. */
	int errno();
}
