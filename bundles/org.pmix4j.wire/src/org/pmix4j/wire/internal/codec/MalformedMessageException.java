// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.codec;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;

/** Thrown when a peer's bytes violate the protocol or exceed a limit. */
public final class MalformedMessageException extends PmixException {
	private static final long serialVersionUID = 1L;

	/** @param message the defect, its place, and the limit if one was exceeded */
	public MalformedMessageException(String message) {
		super(Status.ERR_UNPACK_FAILURE, message);
	}

	/**
	 * @param status  status with which the C library would answer
	 * @param message the defect, its place, and the limit if one was exceeded
	 */
	public MalformedMessageException(Status status, String message) {
		super(status, message);
	}
}
