// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.server;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

import org.jspecify.annotations.Nullable;
import org.pmix4j.host.HostListener;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobResult;
import org.pmix4j.job.RankProcess;
import org.pmix4j.job.Session;
import org.pmix4j.job.events.EngineEvent;
import org.pmix4j.model.JobState;

/**
 * Carries the events of an engine into the model and to the processes of launches. A job belongs to the launch whose listener receives its
 * events; the engine calls that listener before this one. Owned by the server of the engine; called on the engine's thread, so nothing
 * here waits.
 */
final class EngineEvents implements HostListener {
	private final EngineModel model;
	private final Map<Job, NamespaceNode> namespaces = new ConcurrentHashMap<>();
	private volatile @Nullable ServerNode server;

	EngineEvents(EngineModel model) {
		this.model = model;
	}

	/** Sets the server whose events these are. Must be called before the first job. */
	void server(ServerNode known) {
		server = known;
	}

	/** Ignores jobs that begin from now on. */
	void stop() {
		server = null;
	}

	/** Returns the listener for the launch of a process, which then receives the events of its job and of all jobs spawned by that. */
	HostListener forLaunch(LaunchedJob process) {
		return new LaunchEvents(process);
	}

	@Override
	public void jobChanged(Job job, JobState state) {
		NamespaceNode namespace = namespaces.get(job);
		if (namespace != null) {
			model.changed(namespace);
		} else {
			beginIfNew(job, state, Optional.empty());
		}
	}

	@Override
	public void rankChanged(Job job, RankProcess changed) {
		NamespaceNode namespace = namespaces.get(job);
		if (namespace != null) {
			namespace.place(changed).forEach(model::placed);
			namespace.rankChanged(changed).ifPresent(rank -> {
				namespace.ordered().ifPresent(process -> process.rankChanged(rank));
				namespace.debugged().ifPresent(process -> process.rankChanged(rank));
				model.changed(rank);
			});
		}
	}

	/** Shows a message of an engine that only watches the job; that of a launch is shown by its process. */
	@Override
	public void message(Job job, String text) {
		NamespaceNode namespace = namespaces.get(job);
		if (namespace != null && namespace.isWatched()) {
			namespace.message(text);
			model.changed(namespace);
		}
	}

	@Override
	public void onEvent(Job job, EngineEvent event) {
		NamespaceNode namespace = namespaces.get(job);
		if (namespace != null) {
			namespace.onEvent(event);
			model.changed(namespace);
		}
	}

	@Override
	public void readyForDebug(Job job, String breakpoint) {
		holdChanged(job);
	}

	@Override
	public void released(Job job) {
		holdChanged(job);
	}

	@Override
	public void sessionChanged(Session session) {
		ServerNode known = server;
		if (known != null) {
			model.sessionChanged(known, session);
		}
	}

	/** Reports that all ranks begin or end to wait for a debugger. */
	private void holdChanged(Job job) {
		NamespaceNode namespace = namespaces.get(job);
		if (namespace != null) {
			model.changed(namespace);
			namespace.ranks().forEach(model::changed);
		}
	}

	/**
	 * Adds a job at its first event. A late event of an ended job must not add it again.
	 *
	 * @return completes when the model has recorded the end of the job; empty if the job is not new
	 */
	private Optional<CompletableFuture<Void>> beginIfNew(Job job, JobState state, Optional<LaunchedJob> launched) {
		ServerNode known = server;
		if (known == null || !state.equals(JobState.LAUNCH_UNDERWAY) || namespaces.containsKey(job)) {
			return Optional.empty();
		}
		SessionNode session = known.find(job.sessionId()).orElseGet(known::session);
		Optional<RankNode> spawner = job.spawner()
				.flatMap(proc -> known.find(proc.nspace()).map(parent -> parent.rank(proc.rank().value())));
		NamespaceNode namespace = new NamespaceNode(session, job, launched, spawner);
		namespaces.put(job, namespace);
		model.add(session, namespace);
		known.watch().begun(namespace);
		launched.ifPresent(process -> process.begun(namespace, job));
		return Optional.of(job.ended().thenAccept(result -> ended(job, namespace, result)));
	}

	private void ended(Job job, NamespaceNode namespace, JobResult result) {
		namespaces.remove(job);
		ServerNode known = server;
		if (known != null) {
			known.watch().ended(namespace);
		}
		namespace.ended(result);
		model.ended(namespace);
	}

	/** Carries the events of a launch to its process, which ends after the model has recorded the ends of all jobs of the launch. */
	private final class LaunchEvents implements HostListener {
		private final LaunchedJob process;
		private final List<CompletableFuture<Void>> ends = new CopyOnWriteArrayList<>();

		LaunchEvents(LaunchedJob process) {
			this.process = process;
		}

		@Override
		public void jobChanged(Job job, JobState state) {
			Optional<CompletableFuture<Void>> end = beginIfNew(job, state, Optional.of(process));
			end.ifPresent(ends::add);
			// a job that another server has refused never begins
			boolean isRefused = end.isEmpty() && ends.isEmpty() && state.equals(JobState.TERMINATED_WITH_ERROR);
			if (job.spawner().isEmpty() && (end.isPresent() || isRefused)) {
				job.familyEnded().thenAccept(this::ended);
			}
		}

		private void ended(JobResult result) {
			CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new)).thenRun(() -> process.ended(result));
		}

		@Override
		public void readyForDebug(Job job, String breakpoint) {
			if (job.spawner().isEmpty()) {
				process.stopped(job::release);
			}
		}

		@Override
		public void message(Job job, String text) {
			process.message(text);
		}
	}
}
