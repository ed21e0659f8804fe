// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.setup;

import org.pmix4j.host.HostListener;
import org.pmix4j.host.Job;
import org.pmix4j.host.RankProcess;
import org.pmix4j.host.RankState;
import org.pmix4j.host.internal.names.NameService;
import org.pmix4j.model.JobState;
import org.pmix4j.model.Proc;

/** Passes news of jobs to the name service, then to the listener of the host's owner. Owned by the host. */
final class HostNews implements HostListener {
	private final NameService names;
	private final HostListener user;

	HostNews(NameService names, HostListener user) {
		this.names = names;
		this.user = user;
	}

	@Override
	public void jobChanged(Job job, JobState state) {
		if (state.equals(JobState.TERMINATED) || state.equals(JobState.TERMINATED_WITH_ERROR)) {
			names.ended(Proc.wildcard(job.nspace()));
		}
		user.jobChanged(job, state);
	}

	@Override
	public void rankChanged(Job job, RankProcess rank) {
		if (rank.state() == RankState.ENDED) {
			names.ended(rank.proc());
		}
		user.rankChanged(job, rank);
	}

	@Override
	public void readyForDebug(Job job, String breakpoint) {
		user.readyForDebug(job, breakpoint);
	}

	@Override
	public void hostFailed(String reason) {
		user.hostFailed(reason);
	}

	@Override
	public void message(Job job, String text) {
		user.message(job, text);
	}
}
