// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.jobs;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import org.pmix4j.client.EventHandlers;
import org.pmix4j.client.EventOutcome;
import org.pmix4j.client.HandlerOptions;
import org.pmix4j.client.PmixEvent;
import org.pmix4j.job.inspection.Inspection;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.tool.PmixTool;

/**
 * Watches for the end of jobs. Servers need not announce it, so this queries the namespaces every second and raises an event of this
 * process, which follows all output that the server has sent before. Owned by a command until the last job has ended.
 */
public final class JobEnds {
	/** An event of this process alone. */
	private static final Status ENDED = Status.of(Status.EXTERNAL_ERR_BASE.code() - 1);

	private final PmixTool tool;
	private final Set<String> running;
	private final Consumer<String> ended;
	private final Executor later = CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS);

	private JobEnds(PmixTool tool, List<String> namespaces, Consumer<String> ended) {
		this.tool = tool;
		running = ConcurrentHashMap.newKeySet();
		running.addAll(namespaces);
		this.ended = ended;
	}

	/**
	 * Starts to watch.
	 *
	 * @param tool       attached to the server of the jobs
	 * @param namespaces the jobs
	 * @param ended      receives each namespace once, like a handler of events
	 * @throws PmixException {@code ERR_UNREACH} if the tool is closed
	 */
	public static void watch(PmixTool tool, List<String> namespaces, Consumer<String> ended) throws PmixException {
		JobEnds ends = new JobEnds(tool, namespaces, ended);
		EventHandlers events = tool.events();
		events.register(HandlerOptions.of(Status.EVENT_JOB_END), event -> ends.announced(event, EventOutcome.CONTINUE));
		events.register(HandlerOptions.of(ENDED).withRange(DataRange.PROC_LOCAL), ends::missed);
		ends.lookLater();
	}

	private CompletableFuture<EventOutcome> announced(PmixEvent event, EventOutcome outcome) {
		Inspection.endedJob(event.infos()).filter(running::remove).ifPresent(ended);
		return CompletableFuture.completedFuture(outcome);
	}

	private CompletableFuture<EventOutcome> missed(PmixEvent event) {
		CompletableFuture<EventOutcome> outcome = announced(event, EventOutcome.COMPLETE);
		if (!running.isEmpty()) {
			lookLater();
		}
		return outcome;
	}

	private void lookLater() {
		later.execute(() -> tool.queryAsync(Inspection.namespaces())
				.whenComplete((infos, failure) -> raise(failure == null ? missing(infos) : "")));
	}

	private String missing(Infos infos) {
		try {
			Set<String> found = new HashSet<>(Inspection.namespaces(infos));
			return running.stream().filter(each -> !found.contains(each)).findFirst().orElse("");
		} catch (PmixException otherType) {
			return "";
		}
	}

	private void raise(String nspace) {
		tool.events().notifyEventAsync(ENDED, DataRange.PROC_LOCAL, Info.of(JobAttributes.NSPACE, nspace));
	}
}
