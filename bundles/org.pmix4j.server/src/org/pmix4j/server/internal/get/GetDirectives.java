// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.get;

import java.time.Duration;
import java.util.Optional;

import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Scope;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.server.internal.peer.TimeLimit;

/**
 * How a process wants its get to be answered.
 *
 * @param immediate whether only what is here counts
 * @param refresh   whether what another server has told before is too old
 * @param limit     how long it is willing to wait; empty if it does not say
 * @param scope     the only table that counts; empty for the one that fits the reader
 * @param realm     about which node, program or session it asks rather than about the process that it names; empty for the process
 */
record GetDirectives(boolean immediate, boolean refresh, Optional<Duration> limit, Optional<Scope> scope, Optional<GetRealm> realm) {
	/** @throws PmixException BAD_PARAM if one is of the wrong type */
	static GetDirectives of(Infos infos) throws PmixException {
		if (infos.isEmpty()) {
			return new GetDirectives(false, false, Optional.empty(), Optional.empty(), Optional.empty());
		}
		Optional<Scope> scope = infos.get(KeyValueAttributes.DATA_SCOPE).filter(s -> s.equals(Scope.LOCAL) || s.equals(Scope.REMOTE));
		return new GetDirectives(infos.isTrue(KeyValueAttributes.IMMEDIATE), infos.isTrue(KeyValueAttributes.GET_REFRESH_CACHE),
				TimeLimit.of(infos), scope, GetRealm.of(infos));
	}
}
