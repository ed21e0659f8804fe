// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.collective;

import java.util.function.Consumer;

import org.pmix4j.model.Infos;
import org.pmix4j.model.Status;

/** The behavior of one kind of collective operation. {@link Collectives} matches the calls. One object for each kind. */
public interface CollectiveOperation {
	/** @return the name of the operation in dumps and messages */
	String name();

	/**
	 * Checks that the calls of the participants are consistent.
	 *
	 * @param collective that all local participants have joined
	 * @return SUCCESS, or the status for all participants
	 */
	default Status agreement(Collective collective) {
		return Status.SUCCESS;
	}

	/** @return whether the host has to be asked, which by default depends on whether processes of other servers take part */
	default boolean needsHost(Collective collective, Membership membership) {
		return !membership.isLocal();
	}

	/**
	 * Calls the host, after all local participants have joined.
	 *
	 * @param collective may have no local participants left, if all of them died
	 * @param infos      for the host
	 * @param ended      is given the status, on the loop
	 */
	void askHost(Collective collective, Infos infos, Consumer<Status> ended);

	/** Sends the replies to all participants. */
	void answer(Collective collective, Status status);
}
