// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.scheduler;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

import org.pmix4j.host.internal.thread.Alarm;
import org.pmix4j.host.internal.thread.HostLog;
import org.pmix4j.host.internal.thread.HostThread;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;

/**
 * Requests that wait for resources. The first one whose time has come gets them before all later ones, so none waits forever. Owned by
 * the {@link Scheduler}, used on the host's thread; requests may be looked up from any thread.
 */
final class AllocationQueue {
	private static final int MOST = 1024;
	private static final String GONE = "allocation: the requester has ended";

	private final HostThread thread;
	private final Runnable idle;
	private final List<QueuedRequest> line = new CopyOnWriteArrayList<>();
	/** Announced requests with their owners, by identity. */
	private final Map<AllocRequest, String> coming = new IdentityHashMap<>();
	/** Those whose owner has ended. */
	private final Set<AllocRequest> orphans = Collections.newSetFromMap(new IdentityHashMap<>());
	private boolean serving;

	/** Calls {@code idle} when resources may have become free that no request in line waits for. */
	AllocationQueue(HostThread thread, Runnable idle) {
		this.thread = thread;
		this.idle = idle;
	}

	/** Announces a request, which is added when the hardware is known; its owner may end before. */
	void announce(Proc requester, AllocRequest request) {
		coming.put(request, owner(requester, request));
	}

	/** Returns the job or tool to which the allocation will belong. */
	private static String owner(Proc requester, AllocRequest request) {
		return request.use().target().orElse(requester.nspace());
	}

	/** Notes that an announced request is about to be added. Throws JOB_CANCELED if its owner has ended. */
	void arrive(AllocRequest request) throws PmixException {
		coming.remove(request);
		if (orphans.remove(request)) {
			throw new PmixException(Status.ERR_JOB_CANCELED, GONE);
		}
	}

	/** Adds a request and tries to fulfill it. */
	QueuedRequest add(Proc requester, AllocRequest request, QueuedRequest.Attempt attempt) throws PmixException {
		if (line.size() >= MOST) {
			throw new PmixException(Status.ERR_OUT_OF_RESOURCE, "allocation: " + MOST + " requests are waiting already");
		}
		QueuedRequest waiting = new QueuedRequest(requester, request, attempt, new Alarm(thread), new Alarm(thread));
		line.add(waiting);
		Duration delay = request.schedule().delay();
		if (!delay.isZero()) {
			waiting.beginning().set(delay, () -> {
				waiting.due();
				serve();
			});
		}
		serve();
		if (line.contains(waiting)) {
			request.schedule().patience().ifPresent(limit -> waiting.limit().set(limit, () -> fail(waiting, Status.ERR_TIMEOUT,
					"allocation: the resources did not become free within " + limit.toSeconds() + " s")));
		}
		return waiting;
	}

	/** Fulfills the requests that can be fulfilled, up to the first one that cannot. */
	void serve() {
		assert thread.inThread();
		if (serving) {
			return;
		}
		serving = true;
		try {
			boolean blocked = false;
			for (QueuedRequest waiting : List.copyOf(line)) {
				if (!blocked && waiting.isDue() && line.contains(waiting)) {
					blocked = !tryServe(waiting);
				}
			}
			if (!blocked) {
				idle.run();
			}
		} finally {
			serving = false;
		}
	}

	/** Tries a request; one that breaks the attempt fails, as the others would wait behind it for ever. */
	private boolean tryServe(QueuedRequest waiting) {
		try {
			boolean served = waiting.tryNow();
			if (served) {
				remove(waiting);
			}
			return served;
		} catch (RuntimeException e) {
			HostLog.log(Level.ERROR, "an allocation failed", e);
			fail(waiting, Status.ERROR, "allocation: " + e);
			return true;
		}
	}

	/**
	 * Notes the end of a job or a tool: it fulfills or breaks dependencies, and its own requests end, also those for which it does not wait,
	 * since the allocation would belong to no one.
	 */
	void ended(String nspace, Status status) {
		coming.forEach((request, owner) -> {
			if (owner.equals(nspace)) {
				orphans.add(request);
			}
		});
		for (QueuedRequest waiting : List.copyOf(line)) {
			boolean listens = waiting.requester().nspace().equals(nspace) && !waiting.request().schedule().notWaiting();
			if (listens || owner(waiting.requester(), waiting.request()).equals(nspace)) {
				fail(waiting, Status.ERR_JOB_CANCELED, GONE);
			} else if (waiting.dependsOn(nspace) && !status.equals(Status.SUCCESS)) {
				fail(waiting, Status.ERR_JOB_CANCELED, "allocation: it depends on job " + nspace + ", which failed with " + status);
			} else {
				waiting.fulfilled(nspace);
			}
		}
		serve();
	}

	/** Returns the request with this name, which the host or the user has given to it. */
	Optional<QueuedRequest> find(Optional<String> allocation, Optional<String> request) {
		return line.stream().filter(waiting -> allocation.isPresent() && waiting.request().allocation().equals(allocation)
				|| allocation.isEmpty() && request.isPresent() && waiting.request().request().equals(request)).findFirst();
	}

	/** Returns all requests in line. */
	List<QueuedRequest> all() {
		return line;
	}

	/** Returns the requests of one process. */
	List<QueuedRequest> of(Proc requester) {
		return line.stream().filter(waiting -> waiting.requester().equals(requester)).toList();
	}

	/** Ends a request without success. */
	void fail(QueuedRequest waiting, Status status, String text) {
		remove(waiting);
		waiting.answer().completeExceptionally(new PmixException(status, text));
	}

	private void remove(QueuedRequest waiting) {
		line.remove(waiting);
		waiting.beginning().cancel();
		waiting.limit().cancel();
	}
}
