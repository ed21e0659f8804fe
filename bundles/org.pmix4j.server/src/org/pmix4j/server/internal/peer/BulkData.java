// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.peer;

import java.util.List;

import org.pmix4j.model.Proc;

/**
 * What the first get after a collecting fence may bring along: the data of all participants, so that a process that talks
 * to everybody asks once instead of once for each. Owned by a {@link ServerPeer}, on the loop.
 *
 * <p>
 * Clients of releases 4.0 to 6.1 store all byte objects of a reply and answer later gets from their own store; measured with
 * 64 ranks that turned 4,032 requests into 64.
 */
public final class BulkData {
	private List<Proc> waiting = List.of();
	private int next;

	/** A fence has collected the data of these. What was left of the fence before is dropped: it would have been asked for. */
	public void offer(List<Proc> participants) {
		waiting = participants;
		next = 0;
	}

	public boolean hasNext() {
		return next < waiting.size();
	}

	public Proc peek() {
		return waiting.get(next);
	}

	public void advance() {
		next++;
	}
}
