// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.pmix4j.host.HostListener;
import org.pmix4j.host.Job;
import org.pmix4j.host.JobResult;
import org.pmix4j.host.RankProcess;
import org.pmix4j.model.JobState;

/**
 * Carries what a server's host tells into the model and to the processes of the launch. Owned by the {@link EmbeddedServer}; lives on
 * the host's thread, so nothing here waits.
 */
final class HostEvents implements HostListener {
	private final JobModel model;
	private final Map<Job, NamespaceElement> namespaces = new HashMap<>();
	private volatile @Nullable ServerElement server;

	HostEvents(JobModel model) {
		this.model = model;
	}

	/** Whose events these are; to be called before the first job. */
	void server(ServerElement known) {
		server = known;
	}

	@Override
	public void jobChanged(Job job, JobState state) {
		NamespaceElement namespace = namespaces.get(job);
		ServerElement known = server;
		if (namespace != null) {
			model.changed(namespace);
		} else if (known != null) {
			begun(known.session(), job);
		}
	}

	private void begun(SessionElement session, Job job) {
		Optional<JobProcess> process = job.spec().sink() instanceof JobSink sink ? Optional.of(sink.process()) : Optional.empty();
		NamespaceElement namespace = new NamespaceElement(session, job, process);
		namespaces.put(job, namespace);
		model.add(namespace);
		process.ifPresent(known -> known.begun(namespace));
		job.ended().thenAccept(result -> ended(namespace, result));
	}

	@Override
	public void rankChanged(Job job, RankProcess changed) {
		NamespaceElement namespace = namespaces.get(job);
		if (namespace != null) {
			RankElement rank = namespace.rankChanged(changed);
			model.changed(rank);
			namespace.process().ifPresent(process -> process.rankChanged(rank));
		}
	}

	@Override
	public void message(Job job, String text) {
		NamespaceElement namespace = namespaces.get(job);
		if (namespace != null) {
			namespace.process().ifPresent(process -> process.message(text));
		}
	}

	private void ended(NamespaceElement namespace, JobResult result) {
		namespaces.remove(namespace.job());
		namespace.ended(result);
		model.changed(namespace);
		namespace.process().ifPresent(process -> process.ended(result));
		model.removeIfForgotten(namespace);
	}
}
