// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.scheduler;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.host.internal.thread.Alarm;
import org.pmix4j.job.inspection.AllocationEntry;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;

/** A request that waits for resources, for its time, or for other jobs. Owned by a {@link AllocationQueue}, used on the host's thread. */
final class QueuedRequest {
	/** Tries to fulfill the request. */
	interface Attempt {
		/** Returns the answer; empty if the resources are not free yet. */
		Optional<Infos> make() throws PmixException;
	}

	private final Proc requester;
	private final AllocRequest request;
	private final Attempt attempt;
	private final CompletableFuture<Infos> answer = new CompletableFuture<>();
	private final Set<String> dependencies;
	private final Alarm beginning;
	private final Alarm limit;
	private boolean early;

	QueuedRequest(Proc requester, AllocRequest request, Attempt attempt, Alarm beginning, Alarm limit) {
		this.requester = requester;
		this.request = request;
		this.attempt = attempt;
		this.beginning = beginning;
		this.limit = limit;
		dependencies = new HashSet<>(request.schedule().dependencies());
		early = !request.schedule().delay().isZero();
	}

	Proc requester() {
		return requester;
	}

	AllocRequest request() {
		return request;
	}

	Alarm beginning() {
		return beginning;
	}

	Alarm limit() {
		return limit;
	}

	/** Completes with the answer, or with the reason why there is none. */
	CompletableFuture<Infos> answer() {
		return answer;
	}

	/** Notes that the time of the beginning has come. */
	void due() {
		early = false;
	}

	/** Notes that a job has ended well. */
	void fulfilled(String nspace) {
		dependencies.remove(nspace);
	}

	boolean dependsOn(String nspace) {
		return dependencies.contains(nspace);
	}

	boolean isDue() {
		return !early && dependencies.isEmpty();
	}

	/** Describes the request for people. */
	AllocationEntry entry() {
		ResourceAmount amount = request.amount();
		int cpus = amount.slots().orElseGet(() -> amount.slotsByNode().stream().mapToInt(Integer::intValue).sum());
		return new AllocationEntry(request.allocation().orElse(""), request.request().orElse(""), AllocationEntry.WAITING, requester, true,
				cpus, String.join(",", amount.names()));
	}

	/** Tries to fulfill the request. Returns whether it needs to wait no longer. */
	boolean tryNow() {
		try {
			Optional<Infos> made = attempt.make();
			made.ifPresent(answer::complete);
			return made.isPresent();
		} catch (PmixException e) {
			answer.completeExceptionally(e);
			return true;
		}
	}
}
