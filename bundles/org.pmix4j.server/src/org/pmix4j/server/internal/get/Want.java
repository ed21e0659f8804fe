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
 * Data that somebody wants, now or when they come.
 *
 * @param target  whose data; rank UNDEF for whoever of the namespace has the key
 * @param scope   from which table
 * @param key     that must be there; empty for any
 * @param infos   directives, for the host
 * @param refresh whether the host has to be asked though data of another node are here
 * @param limit   how long to wait; empty if nobody said
 * @param peer    who asks; empty for another server, for which no other server is asked
 * @param end     is told SUCCESS when the data are there, or why they will not come; on the loop
 */
record Want(Proc target, Scope scope, String key, Infos infos, boolean refresh, Optional<Duration> limit, Optional<ServerPeer> peer,
		Consumer<Status> end) {
	/** What came of looking at a want. */
	enum Outlook {
		/** The data are here. */
		HERE,
		/** They will never come. */
		NEVER,
		/** They may come from a process of this server, or it is not known yet where they would come from. */
		LATER,
		/** Another server has them, if anybody. */
		ELSEWHERE
	}
}
