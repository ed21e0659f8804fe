// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.server;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.pmix4j.host.RankProcess;
import org.pmix4j.host.RankState;

/** Ends one rank in order, as the host ends a whole job. */
final class RankKill {
	/** Between TERM and KILL; the time that the host gives. */
	private static final long GRACE_MILLISECONDS = 250;
	private static final int SIGKILL = 9;
	private static final int SIGTERM = 15;
	private static final int SIGCONT = 18;

	private RankKill() {
	}

	static void of(RankProcess rank) {
		rank.signal(SIGCONT);
		rank.signal(SIGTERM);
		CompletableFuture.delayedExecutor(GRACE_MILLISECONDS, TimeUnit.MILLISECONDS).execute(() -> {
			if (rank.state().compareTo(RankState.EXITED) < 0) {
				rank.signal(SIGKILL);
			}
		});
	}
}
