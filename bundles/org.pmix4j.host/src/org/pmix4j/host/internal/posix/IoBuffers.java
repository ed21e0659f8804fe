// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.posix;

/**
 * The two buffers through which all bytes of one loop pass; each is used within one call only. On the loop's thread.
 *
 * @param input where the output of children is read to
 * @param output where the standard input of children is staged
 */
public record IoBuffers(NativeBuffer input, NativeBuffer output) {

	/** What a pipe holds. Wider pipes gain nothing: the pump moves more than a gigabyte a second, and their pages are rationed. */
	private static final int PIPE = 64 << 10;

	/** Allocates both. */
	public static IoBuffers allocate() {
		return new IoBuffers(new NativeBuffer(PIPE), new NativeBuffer(PIPE));
	}
}
