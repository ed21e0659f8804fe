// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core;

import java.text.MessageFormat;
import java.util.Optional;

import org.eclipse.debug.core.model.IProcess;
import org.eclipse.debug.core.model.IStreamsProxy;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.internal.Messages;

/**
 * One rank of a launch. It has no streams: those are with the {@link JobProcess}, so that there is one console. Process id, node and
 * rank are attributes. Terminating it ends this rank; what that means for the others is up to the error policy of the job.
 */
public final class JobRankProcess extends LaunchProcess {
	private final JobProcess job;
	private final int rank;
	private volatile @Nullable RankElement element;

	JobRankProcess(JobProcess job, int rank) {
		super(job.getLaunch());
		this.job = job;
		this.rank = rank;
		setAttribute(IProcess.ATTR_PROCESS_TYPE, PmixLaunchConstants.PROCESS_TYPE_RANK);
		setAttribute(PmixLaunchConstants.PROCESS_RANK, Integer.toString(rank));
	}

	/** @return its job */
	public JobProcess job() {
		return job;
	}

	/** @return its number in the job, from 0 */
	public int rank() {
		return rank;
	}

	/** @return its row in the model, once the server knows it */
	public Optional<RankElement> element() {
		return Optional.ofNullable(element);
	}

	/** @return {@code rank 3 (node, 4711)} */
	@Override
	public String getLabel() {
		String pid = getAttribute(IProcess.ATTR_PROCESS_ID);
		return pid == null ? MessageFormat.format(Messages.JobRankProcess_label, rank)
				: MessageFormat.format(Messages.JobRankProcess_labelWithPid, rank, getAttribute(PmixLaunchConstants.PROCESS_NODE), pid);
	}

	/** @return null: a rank has no console of its own */
	@Override
	public @Nullable IStreamsProxy getStreamsProxy() {
		return null;
	}

	@Override
	public boolean canTerminate() {
		return !isTerminated() && job.canTerminate() && element().map(RankElement::canTerminate).orElse(false);
	}

	@Override
	public void terminate() {
		element().ifPresent(RankElement::terminate);
	}

	@Override
	public <T> @Nullable T getAdapter(Class<T> adapter) {
		return adapter == RankElement.class ? adapter.cast(element) : super.getAdapter(adapter);
	}

	/** The host tells of it; on the host's thread. */
	void update(RankElement known) {
		element = known;
		known.node().ifPresent(node -> setAttribute(PmixLaunchConstants.PROCESS_NODE, node));
		known.pid().ifPresent(pid -> setAttribute(IProcess.ATTR_PROCESS_ID, Integer.toString(pid)));
		if (known.state().isEnded()) {
			terminated(known.exitCode().orElse(JobProcess.NOT_STARTED));
		}
	}
}
