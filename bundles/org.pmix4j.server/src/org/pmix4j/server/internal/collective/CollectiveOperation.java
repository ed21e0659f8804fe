// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.collective;

import java.util.function.Consumer;

import org.pmix4j.model.Infos;
import org.pmix4j.model.Status;

/** What one kind of operation makes of the calls that {@link Collectives} has gathered. One object a kind; on the loop. */
public interface CollectiveOperation {
	/** @return what it is called in texts for people */
	String name();

	/**
	 * @param collective that all local participants have joined
	 * @return SUCCESS if the calls go together, which is the rule; else what all participants are told
	 */
	default Status agreement(Collective collective) {
		return Status.SUCCESS;
	}

	/** @return whether the host has to be asked: as a rule if others take part than processes of this server */
	default boolean needsHost(Collective collective, Membership membership) {
		return !membership.isLocal();
	}

	/**
	 * All local participants are here, and others take part.
	 *
	 * @param collective whose participants wait; it may have none any more, if all of them died
	 * @param infos      for the host
	 * @param ended      is told the result, on the loop
	 */
	void askHost(Collective collective, Infos infos, Consumer<Status> ended);

	/** Tells all participants how it ended. */
	void answer(Collective collective, Status status);
}
