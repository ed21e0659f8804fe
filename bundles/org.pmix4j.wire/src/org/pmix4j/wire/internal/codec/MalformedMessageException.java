// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.codec;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;

/** Bytes of a peer that break the protocol, or exceed what this side is willing to take. */
public final class MalformedMessageException extends PmixException {
	private static final long serialVersionUID = 1L;

	/** @param message what was wrong, where, and which limit it broke */
	public MalformedMessageException(String message) {
		super(Status.ERR_UNPACK_FAILURE, message);
	}

	/**
	 * @param status  the status that the C library would answer with
	 * @param message what was wrong, where, and which limit it broke
	 */
	public MalformedMessageException(Status status, String message) {
		super(status, message);
	}
}
