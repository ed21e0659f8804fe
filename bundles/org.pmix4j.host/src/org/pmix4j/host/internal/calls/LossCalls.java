// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.calls;

import org.pmix4j.host.internal.group.GroupService;
import org.pmix4j.host.internal.job.JobHandle;
import org.pmix4j.host.internal.job.Jobs;
import org.pmix4j.host.internal.names.NameService;
import org.pmix4j.host.internal.submit.Submissions;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.ProcAttributes;

/**
 * Handles the lost connection of a process or tool: its groups, its published data, its allocations, and the jobs that it has spawned.
 * Owned by {@link LocalPmixHost}.
 */
final class LossCalls {
	private final Jobs jobs;
	private final NameService names;
	private final GroupService groups;
	private final Submissions submissions;

	LossCalls(Jobs jobs, NameService names, GroupService groups, Submissions submissions) {
		this.submissions = submissions;
		this.jobs = jobs;
		this.names = names;
		this.groups = groups;
	}

	/** Handles the event of a lost connection, which names the processes. */
	void lost(Infos infos) {
		infos.stream().filter(info -> info.key().equals(ProcAttributes.PROCID.key()))
				.flatMap(info -> ProcAttributes.PROCID.type().fromValue(info.value()).stream()).toList().forEach(this::lost);
	}

	/** Keeps the published data of a rank until its process has ended, which the host notices itself. */
	private void lost(Proc proc) {
		groups.processGone(proc);
		submissions.lost(proc);
		if (jobs.directives().lost(proc)) {
			jobs.interrupt();
		}
		if (jobs.find(proc).isEmpty()) {
			names.ended(proc);
			jobs.context().ifPresent(context -> context.sessions().gone(proc.nspace(), Status.SUCCESS));
		}
		for (JobHandle job : jobs.running()) {
			if (job.spawner().filter(proc::equals).isPresent()) {
				job.course().spawnerLost();
			}
		}
	}
}
