// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.setup;

import org.pmix4j.host.HostListener;
import org.pmix4j.host.internal.calls.HostServices;
import org.pmix4j.job.Job;
import org.pmix4j.job.RankProcess;
import org.pmix4j.job.RankState;
import org.pmix4j.job.Session;
import org.pmix4j.job.events.EngineEvent;
import org.pmix4j.model.JobState;
import org.pmix4j.model.Proc;
import org.pmix4j.model.internal.text.PeerText;

/** Passes news of jobs to the services that follow them, then to the listener of the host's owner. Owned by the host. */
final class HostNews implements HostListener {
	private final HostServices services;
	private final HostListener user;

	HostNews(HostServices services, HostListener user) {
		this.services = services;
		this.user = user;
	}

	@Override
	public void jobChanged(Job job, JobState state) {
		if (state.equals(JobState.TERMINATED) || state.equals(JobState.TERMINATED_WITH_ERROR)) {
			services.names().ended(Proc.wildcard(job.nspace()));
			services.log().ended(job.nspace()).forEach(text -> user.message(job, PeerText.line(text)));
		}
		user.jobChanged(job, state);
	}

	@Override
	public void rankChanged(Job job, RankProcess rank) {
		if (rank.state() == RankState.ENDED) {
			services.names().ended(rank.proc());
		}
		user.rankChanged(job, rank);
	}

	@Override
	public void readyForDebug(Job job, String breakpoint) {
		user.readyForDebug(job, breakpoint);
	}

	@Override
	public void released(Job job) {
		user.released(job);
	}

	@Override
	public void onEvent(Job job, EngineEvent event) {
		user.onEvent(job, event);
	}

	@Override
	public void sessionChanged(Session session) {
		user.sessionChanged(session);
	}

	@Override
	public boolean stopRequested(Proc tool) {
		return user.stopRequested(tool);
	}

	@Override
	public void hostFailed(String reason) {
		user.hostFailed(reason);
	}

	@Override
	public void message(Job job, String text) {
		user.message(job, text);
	}

	@Override
	public void report(Job job, String text) {
		user.report(job, text);
	}
}
