// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.calls;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.pmix4j.host.internal.job.JobHandle;
import org.pmix4j.host.internal.job.Jobs;
import org.pmix4j.job.events.EngineEvent;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;

/**
 * Tells the jobs of a collective operation who has entered it and that it is over. Runs for each message of a fence, so it makes no
 * lambdas, which the first compiler would create by a call of the VM. Owned by the host, used on its thread.
 */
final class CollectiveCalls {
	private final Jobs jobs;

	CollectiveCalls(Jobs jobs) {
		this.jobs = jobs;
	}

	void entered(String operation, Proc who, List<Proc> participants) {
		tell(who.nspace(), new EngineEvent.CollectiveEntered(Instant.now(), who, operation, participants));
	}

	void left(String operation, List<Proc> participants, Status status) {
		Set<String> told = new HashSet<>();
		for (Proc participant : participants) {
			String nspace = participant.nspace();
			if (told.add(nspace)) {
				tell(nspace, new EngineEvent.CollectiveLeft(Instant.now(), Proc.wildcard(nspace), operation, status));
			}
		}
	}

	private void tell(String nspace, EngineEvent event) {
		Optional<JobHandle> job = jobs.find(nspace);
		if (job.isPresent()) {
			job.get().course().news().onEvent(event);
		}
	}
}
