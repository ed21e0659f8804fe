// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.launch;

import java.text.MessageFormat;
import java.util.Optional;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.launch.JobProcess;
import org.pmix4e.core.launch.JobRankProcess;
import org.pmix4e.core.model.RankElement;

import org.eclipse.debug.core.model.IProcess;
import org.eclipse.debug.core.model.IStreamsProxy;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.internal.Messages;

/** The process of a rank in its launch. The engine's thread updates it; all other methods may be called from any thread. */
final class LaunchedRankProcess extends LaunchProcess implements JobRankProcess {
	private final JobProcess job;
	private final int rank;
	private volatile @Nullable RankElement element;

	LaunchedRankProcess(JobProcess job, int rank) {
		super(job.getLaunch());
		this.job = job;
		this.rank = rank;
		initialize(IProcess.ATTR_PROCESS_TYPE, PmixLaunchConstants.PROCESS_TYPE_RANK);
		initialize(PmixLaunchConstants.PROCESS_RANK, Integer.toString(rank));
	}

	@Override
	public JobProcess job() {
		return job;
	}

	@Override
	public int rank() {
		return rank;
	}

	@Override
	public void show() {
		addToLaunch();
	}

	@Override
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

	/** Takes over what the model knows of the rank; on the host's thread. */
	void update(RankElement known) {
		element = known;
		known.node().ifPresent(node -> setAttribute(PmixLaunchConstants.PROCESS_NODE, node));
		known.pid().ifPresent(pid -> setAttribute(IProcess.ATTR_PROCESS_ID, Integer.toString(pid)));
		if (known.state().isEnded()) {
			terminated(known.exitCode().orElse(LaunchedJobProcess.NOT_STARTED));
		}
	}
}
