// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host;

import java.io.IOException;

/** Thrown by an {@link OutputSink} whose reader does not want any more, as head(1) does: the job then ends without a word. */
public final class ReaderGoneException extends IOException {
	private static final long serialVersionUID = 1L;

	/** @param cause what the attempt to write said */
	public ReaderGoneException(IOException cause) {
		super("nobody reads the output any more", cause);
	}
}
