// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

import org.pmix4e.core.model.JobModel;
import org.pmix4e.core.model.JobModelEvent;
import org.pmix4e.core.model.JobModelListener;

/** Writes down what a model tells. */
final class ModelLog implements JobModelListener, AutoCloseable {
	private final JobModel model;
	private final List<JobModelEvent> events = new ArrayList<>();
	private final List<Expected> expected = new ArrayList<>();

	private record Expected(Predicate<JobModelEvent> event, CompletableFuture<Void> come) {
	}

	ModelLog(JobModel model) {
		this.model = model;
		model.addListener(this);
	}

	@Override
	public synchronized void modelChanged(List<JobModelEvent> news) {
		events.addAll(news);
		expected.stream().filter(wait -> news.stream().anyMatch(wait.event)).forEach(wait -> wait.come.complete(null));
	}

	/** What has come so far. */
	synchronized List<JobModelEvent> events() {
		return List.copyOf(events);
	}

	/** Waits for such an event, also if it has come already. */
	void await(Predicate<JobModelEvent> event) throws Exception {
		CompletableFuture<Void> come = new CompletableFuture<>();
		synchronized (this) {
			if (events.stream().anyMatch(event)) {
				return;
			}
			expected.add(new Expected(event, come));
		}
		come.get(Launched.LIMIT_SECONDS, TimeUnit.SECONDS);
	}

	@Override
	public void close() {
		model.removeListener(this);
	}
}
