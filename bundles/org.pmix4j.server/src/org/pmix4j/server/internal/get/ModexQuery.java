// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.get;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

import org.pmix4j.model.Infos;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Scope;
import org.pmix4j.model.Status;
import org.pmix4j.server.internal.peer.ServerPeer;

/**
 * A request for data that a process has committed, or will commit. Immutable.
 *
 * @param target  the process; rank UNDEF for any process of the namespace that has the key
 * @param scope   the table to read
 * @param key     the key that must be there; empty for any
 * @param infos   directives, for the host
 * @param refresh whether the host is called even if data of another node are here
 * @param limit   the time to wait; empty for the default limit
 * @param peer    the requesting peer; empty for another server, whose requests are not passed on
 * @param end     is given SUCCESS when the data are here, else the reason why they will not come; on the loop
 */
record ModexQuery(Proc target, Scope scope, String key, Infos infos, boolean refresh, Optional<Duration> limit, Optional<ServerPeer> peer,
		Consumer<Status> end) {
	/** Returns whether all data of the process are requested from the host. */
	boolean isForAll() {
		return key.isEmpty() || refresh;
	}

	/** Returns whether the host's answer to this query answers another query for the same process, too. */
	boolean covers(ModexQuery other) {
		return isForAll() || key.equals(other.key);
	}
}
