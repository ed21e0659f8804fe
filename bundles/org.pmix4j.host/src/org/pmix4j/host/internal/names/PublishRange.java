// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.names;

import org.pmix4j.model.DataRange;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;

/** The meaning of a range on a host that is one node and one session. */
enum PublishRange {
	/** The host itself, which looks nothing up. */
	NOBODY,
	/** The process that published. */
	SELF,
	/** Its job. */
	NAMESPACE,
	/** Node and session. */
	ALL;

	/**
	 * @throws PmixException BAD_PARAM if the range is unknown
	 */
	static PublishRange of(DataRange range) throws PmixException {
		if (range.equals(DataRange.RM)) {
			return NOBODY;
		} else if (range.equals(DataRange.PROC_LOCAL)) {
			return SELF;
		} else if (range.equals(DataRange.NAMESPACE)) {
			return NAMESPACE;
		} else if (range.equals(DataRange.INVALID) || range.constantName().isEmpty()) {
			throw new PmixException(Status.ERR_BAD_PARAM, "data cannot be published in range " + range);
		}
		return ALL;
	}

	/** Ignores ranges that do not narrow the search, as Open MPI 5.0 looks names up in an uninitialized range. */
	static PublishRange ofLookup(DataRange range) {
		if (range.equals(DataRange.PROC_LOCAL)) {
			return SELF;
		}
		return range.equals(DataRange.NAMESPACE) ? NAMESPACE : ALL;
	}
}
