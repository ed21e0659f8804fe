// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.calls;

import java.util.List;
import java.util.concurrent.CompletionStage;

import org.pmix4j.host.internal.job.JobRun;
import org.pmix4j.host.internal.job.Jobs;
import org.pmix4j.host.internal.names.NameService;
import org.pmix4j.host.internal.thread.HostThread;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Proc;
import org.pmix4j.model.attributes.ProcAttributes;

/**
 * Tells everybody whom it concerns that processes have lost their connection, or that tools have gone: those may have spawned jobs,
 * debug one, feed its input, take its output, be in groups, and have published. Owned by the {@link HostUpcalls}.
 */
final class LossCalls {
	private final HostThread thread;
	private final Jobs jobs;
	private final NameService names;
	private final GroupCalls groups;

	LossCalls(HostThread thread, Jobs jobs, NameService names, GroupCalls groups) {
		this.thread = thread;
		this.jobs = jobs;
		this.names = names;
		this.groups = groups;
	}

	CompletionStage<Void> lost(Infos infos) {
		List<Proc> lost = infos.stream().filter(info -> info.key().equals(ProcAttributes.PROCID.key()))
				.flatMap(info -> ProcAttributes.PROCID.type().fromValue(info.value()).stream()).toList();
		return thread.submit(() -> lost.forEach(this::lost));
	}

	/** What a rank has published is kept until its process has ended, which the host sees itself. */
	private void lost(Proc proc) {
		groups.lost(proc);
		if (jobs.find(proc).isEmpty()) {
			names.ended(proc);
		}
		for (JobRun job : jobs.running()) {
			if (job.spawner().filter(proc::equals).isPresent()) {
				job.course().spawnerLost();
			}
		}
	}
}
