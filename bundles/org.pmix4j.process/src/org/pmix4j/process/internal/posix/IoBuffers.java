// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.posix;

/**
 * The two buffers through which all bytes of one loop pass, each used within a single call.
 *
 * @param input  receives the output of children
 * @param output stages the standard input of children
 */
public record IoBuffers(NativeBuffer input, NativeBuffer output) {

	/** The default capacity of a pipe. Larger pipes gain nothing: the loop already moves more than 1 GB/s, and their pages are limited. */
	private static final int PIPE = 64 << 10;

	/** Allocates both. */
	public static IoBuffers allocate() {
		return new IoBuffers(new NativeBuffer(PIPE), new NativeBuffer(PIPE));
	}
}
