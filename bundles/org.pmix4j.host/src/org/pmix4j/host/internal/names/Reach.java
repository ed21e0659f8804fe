// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.names;

import org.pmix4j.model.DataRange;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;

/** What a range means on a host that is one node and one session. */
enum Reach {
	/** The host itself, which looks nothing up. */
	NOBODY,
	/** The process that published. */
	SELF,
	/** Its job. */
	NAMESPACE,
	/** Node and session. */
	ALL;

	/**
	 * @throws PmixException BAD_PARAM if it is no range
	 */
	static Reach of(DataRange range) throws PmixException {
		if (range.equals(DataRange.RM)) {
			return NOBODY;
		} else if (range.equals(DataRange.PROC_LOCAL)) {
			return SELF;
		} else if (range.equals(DataRange.NAMESPACE)) {
			return NAMESPACE;
		} else if (range.equals(DataRange.INVALID) || range.constantName().isEmpty()) {
			throw new PmixException(Status.ERR_BAD_PARAM, range + " is no range to publish in");
		}
		return ALL;
	}

	/** Open MPI 5.0 looks names up in a range that it has not initialized, so only one that narrows the search is taken at its word. */
	static Reach ofLookup(DataRange range) {
		if (range.equals(DataRange.PROC_LOCAL)) {
			return SELF;
		}
		return range.equals(DataRange.NAMESPACE) ? NAMESPACE : ALL;
	}
}
