// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.get;

import java.time.Duration;
import java.util.Optional;

import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Scope;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.server.internal.jobinfo.JobRealm;
import org.pmix4j.server.internal.peer.TimeLimit;

/**
 * The directives of a get. Immutable.
 *
 * @param immediate whether only data that are here count
 * @param refresh   whether data that another server has sent before are too old
 * @param limit     the time to wait; empty if unspecified
 * @param scope     the only table to read; empty for the one of the reader
 * @param realm     the node, application, or session that the get is about; empty for the process or the job
 */
record GetDirectives(boolean immediate, boolean refresh, Optional<Duration> limit, Optional<Scope> scope, Optional<JobRealm> realm) {
	/** @throws PmixException BAD_PARAM if a directive has the wrong type, NOT_SUPPORTED if a required one has no effect */
	static GetDirectives of(Infos infos) throws PmixException {
		if (infos.isEmpty()) {
			return new GetDirectives(false, false, Optional.empty(), Optional.empty(), Optional.empty());
		}
		Optional<Scope> scope = infos.get(KeyValueAttributes.DATA_SCOPE).filter(s -> s.equals(Scope.LOCAL) || s.equals(Scope.REMOTE));
		return new GetDirectives(infos.isTrue(KeyValueAttributes.IMMEDIATE), infos.isTrue(KeyValueAttributes.GET_REFRESH_CACHE),
				TimeLimit.of(infos), scope, JobRealm.ofGet(infos));
	}
}
