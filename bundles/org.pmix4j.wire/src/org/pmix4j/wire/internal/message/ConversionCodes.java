// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

import org.pmix4j.model.Status;
import org.pmix4j.wire.internal.handshake.PeerVersion;

/**
 * Translates the statuses of replies between this library and one peer. OpenPMIx 6.1 gave two failures of conversions the codes -400
 * and -401, which also report the death of a process. A reply reports such a death only if it is a reply to a spawn request; events
 * and values always mean the process. Owned by a {@link ReplyCodec}; immutable, so any thread may use it.
 *
 * @see "OpenPMIx commit 76c1c30c, which moved the two codes"
 */
final class ConversionCodes {
	private final boolean shared;

	/** @param version release of the peer */
	ConversionCodes(PeerVersion version) {
		this.shared = version.sharesConversionCodes();
	}

	/** Returns the meaning of a status in a reply from the peer. */
	Status read(ReplyKind<?> kind, Status status) {
		if (!shared || kind == ReplyKind.SPAWN) {
			return status;
		}
		if (status.equals(Status.ERR_PROC_KILLED_BY_CMD)) {
			return Status.ERR_LOST_PRECISION;
		}
		return status.equals(Status.ERR_PROC_FAILED_TO_START) ? Status.ERR_CHANGE_SIGN : status;
	}

	/** Returns the status that has the same meaning for the peer. */
	Status written(Status status) {
		if (!shared) {
			return status;
		}
		if (status.equals(Status.ERR_LOST_PRECISION)) {
			return Status.ERR_PROC_KILLED_BY_CMD;
		}
		return status.equals(Status.ERR_CHANGE_SIGN) ? Status.ERR_PROC_FAILED_TO_START : status;
	}
}
