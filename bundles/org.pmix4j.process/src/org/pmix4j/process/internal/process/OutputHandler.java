// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.process;

import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;

import org.pmix4j.process.internal.posix.Log;

/**
 * Receives the output of a child. Every method is called on the thread of the {@link ProcessLoop} and must be quick: while it runs, no
 * other child is read, started or reaped. To slow a child down, call {@link ChildProcess#pauseOutput()} and return.
 */
public interface OutputHandler {

	/**
	 * Takes bytes in the order in which the child wrote them. Writes to the two streams are ordered within each stream only.
	 *
	 * @param data the bytes from position to limit; the buffer is reused, so copy the bytes to keep them
	 */
	void output(ChildProcess child, ChildStream stream, ByteBuffer data);

	/** Called after {@link ChildProcess#probeOutput} if the child has written nothing more on this stream. */
	default void outputIdle(ChildProcess child, ChildStream stream) {
	}

	/** Called when no byte will follow on this stream. Exactly once for each piped stream, always before the child has ended. */
	default void outputClosed(ChildProcess child, ChildStream stream) {
	}

	/** Called when another method has failed, by an exception or an error, so that output of this stream is lost. The child is still read. */
	default void outputFailed(ChildProcess child, ChildStream stream, Throwable problem) {
		Log.LOG.log(Level.ERROR, "output of " + child + " is lost", problem);
	}
}
