// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core;

import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.model.IProcess;
import org.eclipse.debug.core.model.IStreamsProxy;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.internal.ConsoleInput;
import org.pmix4e.core.internal.JobStreamsProxy;
import org.pmix4e.core.internal.LaunchSettings;
import org.pmix4e.core.internal.Messages;
import org.pmix4e.core.internal.OutputBuffer;
import org.pmix4j.host.JobResult;

/**
 * A whole job in its launch: owns the streams of all ranks, so there is one console for a job. It terminates when every rank is reaped,
 * all output was delivered, and nothing of the job is left; its exit value is what a launcher exits with. The ranks are
 * {@link JobRankProcess}es, children of the same {@link JobLaunch}.
 */
public final class JobProcess extends LaunchProcess {
	/** The exit value of a rank that never ran, and of a job without ranks. */
	static final int NOT_STARTED = 1;
	/** How long the end of a launch waits for a console that takes no output. */
	private static final long DELIVERY_SECONDS = 10;

	private final String program;
	private final JobOutput output;
	private final ConsoleInput input = new ConsoleInput();
	private final JobStreamsProxy streams;
	private final List<JobRankProcess> ranks = new ArrayList<>();
	private volatile @Nullable NamespaceElement element;

	JobProcess(ILaunch launch, LaunchSettings settings) {
		super(launch);
		program = settings.programName();
		OutputBuffer buffer = new OutputBuffer(PmixPreferences.outputBytes());
		output = new JobOutput(buffer, settings.charset());
		streams = new JobStreamsProxy(program, buffer, input, settings.isTaggedByRank(), settings.charset());
		for (int rank = 0; rank < settings.ranks(); rank++) {
			ranks.add(new JobRankProcess(this, rank));
		}
		setAttribute(IProcess.ATTR_PROCESS_TYPE, PmixLaunchConstants.PROCESS_TYPE_JOB);
		setAttribute(IProcess.ATTR_CMDLINE, settings.commandLine());
		setAttribute(DebugPlugin.ATTR_PATH, settings.command().program());
		setAttribute(DebugPlugin.ATTR_WORKING_DIRECTORY, settings.directory().toString());
		setAttribute(DebugPlugin.ATTR_ENVIRONMENT, settings.environmentText());
		setAttribute(DebugPlugin.ATTR_LAUNCH_TIMESTAMP, Long.toString(System.currentTimeMillis()));
	}

	/** Adds itself and the ranks, in this order. */
	@Override
	void addToLaunch() {
		super.addToLaunch();
		ranks.forEach(LaunchProcess::addToLaunch);
	}

	/** @return its ranks in their order */
	public List<JobRankProcess> ranks() {
		return List.copyOf(ranks);
	}

	/** @return its row in the model, once the server knows it */
	public Optional<NamespaceElement> element() {
		return Optional.ofNullable(element);
	}

	/** @return what the ranks write */
	public JobOutput output() {
		return output;
	}

	ConsoleInput input() {
		return input;
	}

	/** @return {@code 4 ranks of ring} */
	@Override
	public String getLabel() {
		return MessageFormat.format(Messages.JobProcess_label, ranks.size(), program);
	}

	@Override
	public IStreamsProxy getStreamsProxy() {
		return streams;
	}

	@Override
	public boolean canTerminate() {
		return !isTerminated() && element().map(NamespaceElement::canTerminate).orElse(false);
	}

	@Override
	public void terminate() {
		element().ifPresent(NamespaceElement::terminate);
	}

	@Override
	public <T> @Nullable T getAdapter(Class<T> adapter) {
		return adapter == NamespaceElement.class ? adapter.cast(element) : super.getAdapter(adapter);
	}

	/** Whether its launch is not, or no more, among those that the user sees. */
	boolean isForgotten() {
		DebugPlugin debug = DebugPlugin.getDefault();
		return debug == null || !debug.getLaunchManager().isRegistered(getLaunch());
	}

	/** The host knows it; on the host's thread. */
	void begun(NamespaceElement known) {
		element = known;
		setAttribute(PmixLaunchConstants.PROCESS_NAMESPACE, known.name());
	}

	/** The host tells of a rank; on the host's thread. */
	void rankChanged(RankElement rank) {
		ranks.get(rank.rank()).update(rank);
	}

	/** The host has something to tell the user; on the host's thread. */
	void message(String text) {
		output.message(MessageFormat.format(Messages.JobProcess_message, text));
	}

	/** Nothing of the job is left; on the host's thread. */
	void ended(JobResult result) {
		result.message().ifPresent(this::message);
		end(result.exitCode());
	}

	/** It never came to a job: the server did not take it. */
	void notBegun() {
		end(NOT_STARTED);
	}

	private void end(int exitCode) {
		ranks.forEach(rank -> rank.terminated(NOT_STARTED));
		input.close();
		output.buffer().end();
		streams.finished().completeOnTimeout(null, DELIVERY_SECONDS, TimeUnit.SECONDS).thenRun(() -> terminated(exitCode));
	}
}
