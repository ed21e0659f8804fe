// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.server;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.pmix4j.host.HostListener;
import org.pmix4j.host.Job;
import org.pmix4j.host.JobResult;
import org.pmix4j.host.JobSpec;
import org.pmix4j.host.RankProcess;
import org.pmix4j.model.JobState;

/**
 * Carries the events of a host into the model and to the processes of launches. A job belongs to the launch whose order it runs; a job
 * that a rank has spawned belongs to the launch of that rank. Owned by the {@link EmbeddedServer}; called on the host's thread, so
 * nothing here waits.
 */
final class HostEvents implements HostListener {
	private final HostModel model;
	/** The order of each launch whose job has not begun; by identity, as two launches may order the same. */
	private final Map<JobSpec, LaunchedJob> orders = Collections.synchronizedMap(new IdentityHashMap<>());
	private final Map<Job, HostNamespace> namespaces = new ConcurrentHashMap<>();
	private volatile @Nullable HostServer server;

	HostEvents(HostModel model) {
		this.model = model;
	}

	/** Sets the server whose events these are. Must be called before the first job. */
	void server(HostServer known) {
		server = known;
	}

	/** Launches a job for a process, which receives the events of the job; the first ones perhaps before this method returns. */
	Job launch(JobSpec order, LaunchedJob process, Supplier<Job> launch) {
		orders.put(order, process);
		try {
			return launch.get();
		} catch (IllegalStateException e) {
			orders.remove(order);
			throw e;
		}
	}

	@Override
	public void jobChanged(Job job, JobState state) {
		HostNamespace namespace = namespaces.get(job);
		HostServer known = server;
		if (namespace != null) {
			model.changed(namespace);
		} else if (known != null && state.equals(JobState.LAUNCH_UNDERWAY)) {
			begun(known.session(), job);
		}
	}

	private void begun(HostSession session, Job job) {
		Optional<LaunchedJob> ordered = Optional.ofNullable(orders.remove(job.spec()));
		Optional<HostRank> spawner = job.spawner()
				.flatMap(proc -> session.find(proc.nspace()).map(parent -> parent.rank(proc.rank().value())));
		HostNamespace namespace = new HostNamespace(session, job, ordered, spawner);
		namespaces.put(job, namespace);
		model.add(session, namespace);
		ordered.ifPresentOrElse(process -> process.begun(namespace),
				() -> namespace.launched().ifPresent(process -> process.spawned(namespace)));
		job.ended().thenAccept(result -> ended(job, namespace, result));
	}

	@Override
	public void rankChanged(Job job, RankProcess changed) {
		HostNamespace namespace = namespaces.get(job);
		if (namespace != null) {
			HostRank rank = namespace.rankChanged(changed);
			namespace.ordered().ifPresent(process -> process.rankChanged(rank));
			model.changed(rank);
		}
	}

	@Override
	public void message(Job job, String text) {
		HostNamespace namespace = namespaces.get(job);
		if (namespace != null) {
			namespace.launched().ifPresent(process -> process.message(text));
		}
	}

	private void ended(Job job, HostNamespace namespace, JobResult result) {
		namespaces.remove(job);
		namespace.ended(result);
		model.changed(namespace);
		namespace.ordered().ifPresent(process -> job.familyEnded().thenAccept(process::ended));
		model.removeIfForgotten(namespace);
	}
}
