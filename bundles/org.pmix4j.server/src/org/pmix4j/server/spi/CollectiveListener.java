// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.spi;

import java.util.List;

import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;

/** Observes the collective operations of the clients of one server. Called on the server's loop; must not block. */
public interface CollectiveListener {
	/**
	 * Called when a process waits for the other participants of an operation.
	 *
	 * @param operation    its name, such as {@code fence}
	 * @param who          the process
	 * @param participants as the process has named them
	 */
	default void collectiveEntered(String operation, Proc who, List<Proc> participants) {
	}

	/**
	 * Called when an operation has ended for all participants.
	 *
	 * @param operation    its name, such as {@code fence}
	 * @param participants as they were named
	 * @param status       of the operation
	 */
	default void collectiveLeft(String operation, List<Proc> participants, Status status) {
	}
}
