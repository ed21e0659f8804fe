// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

import org.pmix4e.core.model.JobModel;
import org.pmix4e.core.model.JobModelEvent;
import org.pmix4e.core.model.JobModelListener;
import org.pmix4j.testkit.Await;

/** Records the events of a model. */
final class ModelLog implements JobModelListener, AutoCloseable {
	private final JobModel model;
	private final List<JobModelEvent> events = new ArrayList<>();
	private final List<Expected> expected = new ArrayList<>();

	private record Expected(Predicate<JobModelEvent> event, CompletableFuture<Void> arrived) {
	}

	ModelLog(JobModel model) {
		this.model = model;
		model.addListener(this);
	}

	@Override
	public synchronized void modelChanged(List<JobModelEvent> news) {
		events.addAll(news);
		expected.stream().filter(wait -> news.stream().anyMatch(wait.event)).forEach(wait -> wait.arrived.complete(null));
	}

	/** Returns the events so far. */
	synchronized List<JobModelEvent> events() {
		return List.copyOf(events);
	}

	/** Waits for a matching event; returns at once if it is recorded already. */
	void await(Predicate<JobModelEvent> event) throws Exception {
		CompletableFuture<Void> arrived = new CompletableFuture<>();
		synchronized (this) {
			if (events.stream().anyMatch(event)) {
				return;
			}
			expected.add(new Expected(event, arrived));
		}
		Await.result(arrived);
	}

	@Override
	public void close() {
		model.removeListener(this);
	}
}
