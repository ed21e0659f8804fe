// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job;

import java.io.IOException;

/** Thrown by an {@link OutputSink} whose reader has gone, as head(1) does after its last line. Ends the job without a message. */
public final class ReaderGoneException extends IOException {
	private static final long serialVersionUID = 1L;

	/**
	 * Wraps the failure of a write.
	 *
	 * @param cause the failure of the write
	 */
	public ReaderGoneException(IOException cause) {
		super("the reader of the output has gone", cause);
	}
}
