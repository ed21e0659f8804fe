// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.dvm.internal;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

import org.pmix4j.client.SpawnFailedException;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.submission.Submission;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.IofAttributes;

/**
 * The request to launch one job. PRRTE frees the slots of a job a little after its end, so a request that it cannot map right behind such
 * an end is repeated for a while. Owned by the job's lifecycle; used on the engine's thread.
 */
final class LaunchRequest {
	/** The time after the end of a job during which its slots may still be taken. */
	private static final Duration SLOTS_TAKEN = Duration.ofSeconds(1);
	private static final Duration PAUSE = Duration.ofMillis(100);
	/** Directives that request the output of the job; a server may forward it to a tool that says nothing. */
	private static final Set<String> FORWARDING = Set.of(IofAttributes.FWD_STDOUT.key(), IofAttributes.FWD_STDERR.key());

	private final JobLifecycle life;
	private final ServerLink link;
	private final JobSpec spec;
	private final Infos more;

	/** The last parameter adds directives to those of the specification. */
	LaunchRequest(JobLifecycle life, ServerLink link, JobSpec spec, Infos more) {
		this.life = life;
		this.link = link;
		this.spec = spec;
		this.more = more;
	}

	/** Sends the request, as soon as it is known how the output comes. */
	void send() {
		link.allOutput().thenAccept(requested -> link.execute(() -> send(requested)));
	}

	/** Sends the request, unless the server would not honor all options. */
	private void send(boolean isOutputRequested) {
		if (life.isOver()) {
			return;
		}
		List<String> unsupported = link.dialect().unsupported(spec);
		if (!unsupported.isEmpty()) {
			life.end(JobOutcome.failure(Status.ERR_NOT_SUPPORTED, 1, unsupported.stream()
					.map(line -> "the server " + link.server().nspace() + " does not honor " + line).collect(Collectors.joining("\n"))));
			return;
		}
		link.router().launching();
		CompletableFuture<String> reply;
		try {
			Submission request = link.dialect().submission(spec);
			Infos infos = isOutputRequested ? request.infos().without(FORWARDING).with(IofAttributes.FWD_STDOUT, false)
					.with(IofAttributes.FWD_STDERR, false) : request.infos();
			reply = link.tool().spawnAsync(infos.concat(more.list()), request.apps());
		} catch (IllegalArgumentException | IllegalStateException invalid) {
			reply = CompletableFuture.failedFuture(invalid);
		}
		reply.whenComplete((name, problem) -> link.execute(() -> {
			if (problem == null && life.isOver()) {
				// the engine is closing
				link.router().refused();
				link.control(List.of(Proc.wildcard(name)), link.dialect().termination());
			} else if (problem == null) {
				life.begin(name);
			} else {
				failed(problem, isOutputRequested);
			}
		}));
	}

	private void failed(Throwable problem, boolean isOutputRequested) {
		Optional<String> begun = problem instanceof PmixException known ? link.dialect().begunAnyhow(known) : Optional.empty();
		if (begun.isPresent()) {
			// its output is not forwarded without being requested
			CompletableFuture<?> requested = isOutputRequested ? CompletableFuture.completedFuture(null) : link.pull(begun.get(), link.router());
			requested.whenComplete((done, refusal) -> link.execute(() -> life.begin(begun.get())));
			return;
		}
		Status status = problem instanceof PmixException known ? known.status() : Status.ERROR;
		if (status.equals(Status.ERR_JOB_FAILED_TO_MAP) && !link.dialect().isComplete() && link.hasEndedWithin(SLOTS_TAKEN)) {
			link.router().refused();
			link.later(PAUSE, this::send);
			return;
		}
		String nspace = problem instanceof SpawnFailedException known && !link.dialect().isComplete() ? known.nspace() : "";
		if (status.equals(Status.ERR_UNREACH)) {
			link.router().refused();
			life.lost(List.of());
			return;
		}
		if (link.dialect().isComplete()) {
			Optional<String> reason = link.router().refused();
			life.refused(nspace, JobOutcome.failure(status, 1, reason.orElseGet(() -> refusal(problem))), Optional::empty);
		} else {
			life.refused(nspace, JobOutcome.failure(status, 1, refusal(problem)), link.router()::refused);
		}
	}

	private String refusal(Throwable problem) {
		String programs = spec.apps().stream().map(AppSpec::program).distinct().collect(Collectors.joining(", "));
		return "the server refused the job: " + problem.getMessage() + " (" + programs + ")";
	}
}
