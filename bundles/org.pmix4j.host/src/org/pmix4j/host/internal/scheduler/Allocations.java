// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.scheduler;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.pmix4j.host.internal.job.JobHandle;
import org.pmix4j.host.internal.job.Jobs;
import org.pmix4j.host.internal.session.HostContext;
import org.pmix4j.host.internal.session.NodeReservation;
import org.pmix4j.host.internal.session.SessionIds;
import org.pmix4j.host.internal.session.SessionOrder;
import org.pmix4j.host.internal.session.SessionRun;
import org.pmix4j.host.internal.session.Sessions;
import org.pmix4j.job.Session.State;
import org.pmix4j.model.AllocDirective;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;

/**
 * Carries out allocation requests: opens sessions that reserve parts of the nodes, changes them, and lets requests wait until resources
 * are free. Owned by the {@link Scheduler}, used on the host's thread.
 *
 * @see "PMIx Standard, chapter Job Management and Reporting, PMIx_Allocation_request"
 */
final class Allocations {
	private final HostContext host;
	private final Jobs jobs;
	private final NodePool pool;
	private final AllocationQueue line;
	private final SessionClocks clocks;
	private final SessionEvents events;
	private final Preemption preemption;
	private final Map<SessionRun, List<NodeReservation>> loans = new HashMap<>();
	private int lastName;

	Allocations(HostContext host, Jobs jobs, NodePool pool, SessionClocks clocks, SessionEvents events, Preemption preemption) {
		this.host = host;
		this.jobs = jobs;
		this.pool = pool;
		this.clocks = clocks;
		this.events = events;
		this.preemption = preemption;
		line = new AllocationQueue(host.thread(), preemption::wake);
	}

	private Sessions sessions() {
		return host.sessions();
	}

	AllocationQueue line() {
		return line;
	}

	/** Carries a request out. Completes when the resources are there, or immediately if the requester does not wait. */
	CompletionStage<Infos> allocate(Proc requester, AllocDirective directive, AllocRequest request) throws PmixException {
		assert host.thread().inThread();
		if (directive.equals(AllocDirective.NEW)) {
			return begin(requester, request);
		} else if (directive.equals(AllocDirective.EXTEND)) {
			return extend(requester, request, target(requester, request));
		} else if (directive.equals(AllocDirective.RELEASE)) {
			return CompletableFuture.completedFuture(release(request, target(requester, request)));
		} else if (directive.equals(AllocDirective.REAQUIRE)) {
			return reacquire(requester, request, target(requester, request));
		} else if (directive.equals(AllocDirective.REQ_CANCEL)) {
			return CompletableFuture.completedFuture(cancel(requester, request));
		}
		throw new PmixException(Status.ERR_NOT_SUPPORTED, "allocation: this host does not support " + AllocUses.name(directive));
	}

	private CompletionStage<Infos> begin(Proc requester, AllocRequest request) throws PmixException {
		String name = request.allocation().isPresent() ? request.allocation().get() : newName();
		if (sessions().findAllocation(name).isPresent() || line.find(Optional.of(name), Optional.empty()).isPresent()) {
			throw new PmixException(Status.ERR_EXISTS, "allocation: there is an allocation '" + name + "' already");
		}
		AllocRequest named = request.named(name);
		requireOwner(requester, request);
		requireDependencies(request);
		QueuedRequest.Attempt attempt = () -> holdings(requester, named).map(parts -> SessionTexts.reply(open(requester, named, parts)));
		return enqueue(requester, named, attempt, () -> {
			if (!named.amount().isOpen() && ResourceSelection.choose(named.amount(), named.use().shared() ? pool.all()
					: pool.attainable(requester.nspace())).isEmpty()) {
				throw new PmixException(Status.ERR_OUT_OF_RESOURCE,
						"allocation: the nodes of this host, less what the requester's own job uses, never suffice for the request");
			}
		});
	}

	/** A condition without which a request is not worth waiting for. */
	private interface Condition {
		void check() throws PmixException;
	}

	/** Puts a request in line when the hardware that it needs is known. */
	private CompletionStage<Infos> enqueue(Proc requester, AllocRequest request, QueuedRequest.Attempt attempt, Condition condition) {
		CompletableFuture<Infos> answer = new CompletableFuture<>();
		line.announce(requester, request);
		pool.loadHardware(request.amount()).thenRun(() -> {
			try {
				line.arrive(request);
				condition.check();
				QueuedRequest waiting = line.add(requester, request, attempt);
				if (request.schedule().notWaiting()) {
					answer.complete(SessionTexts.pending(request));
				}
				waiting.answer().whenComplete((infos, problem) -> {
					if (problem == null) {
						granted(waiting, answer, infos);
					} else {
						refused(waiting, answer, problem);
					}
				});
			} catch (PmixException e) {
				answer.completeExceptionally(e);
			}
		});
		return answer;
	}

	/** Tells the job of the requester, too, as its other processes may wait for the allocation. */
	private void granted(QueuedRequest waiting, CompletableFuture<Infos> answer, Infos infos) {
		answer.complete(infos);
		events.decided(waiting.requester(), infos, Status.SUCCESS);
	}

	private void refused(QueuedRequest waiting, CompletableFuture<Infos> answer, Throwable problem) {
		answer.completeExceptionally(problem);
		events.decided(waiting.requester(), SessionTexts.pending(waiting.request()),
				problem instanceof PmixException refusal ? refusal.status() : Status.ERROR);
	}

	/** Returns the parts of nodes for a new session; empty if they are not free yet. */
	private Optional<List<NodeReservation>> holdings(Proc requester, AllocRequest request) throws PmixException {
		if (request.amount().isOpen()) {
			return Optional.of(pool.all());
		} else if (request.use().shared()) {
			return ResourceSelection.choose(request.amount(), pool.all());
		}
		Optional<List<NodeReservation>> free = ResourceSelection.choose(request.amount(), pool.free());
		return free.isPresent() || !preemption.makeRoom(request.amount(), session(requester)) ? free
				: ResourceSelection.choose(request.amount(), pool.free());
	}

	private SessionRun open(Proc requester, AllocRequest request, List<NodeReservation> parts) {
		AllocRequest.Use use = request.use();
		Optional<SessionRun> parent = use.separate() ? Optional.empty()
				: session(requester).filter(session -> session.requester().isPresent() && !session.isEnding());
		SessionRun session = sessions().open(new SessionOrder(new SessionIds(sessions().nextId(), request.allocation(), request.request()),
				requester, use.target().orElse(requester.nspace()), parent, parts, new SessionOrder.Terms(use.shared() || request.amount().isOpen(),
						use.preemptible(), false, use.inheritance())));
		clocks.set(session, request.time().orElse(Duration.ZERO), request.schedule().warning());
		events.began(session);
		return session;
	}

	private CompletionStage<Infos> extend(Proc requester, AllocRequest request, SessionRun session) throws PmixException {
		if (request.time().isEmpty() && request.amount().isOpen()) {
			throw new PmixException(Status.ERR_BAD_PARAM, "allocation: the request extends " + session.ids() + " by nothing");
		}
		return enqueue(requester, request, () -> {
			Optional<List<NodeReservation>> more = request.amount().isOpen() ? Optional.of(List.of())
					: ResourceSelection.choose(request.amount(), session.isReserved() ? pool.free() : pool.all());
			if (more.isPresent()) {
				add(session, more.get());
				request.time().ifPresent(time -> clocks.extend(session, time));
			}
			return more.map(parts -> SessionTexts.reply(session));
		}, () -> {
			if (!request.amount().isOpen() && ResourceSelection.choose(request.amount(), pool.attainable(requester.nspace())).isEmpty()) {
				throw new PmixException(Status.ERR_OUT_OF_RESOURCE, "allocation: the nodes of this host never suffice for the request");
			}
		});
	}

	/** Adds parts of nodes to a session. */
	static void add(SessionRun session, List<NodeReservation> parts) {
		if (!parts.isEmpty()) {
			session.hold(Holdings.sum(session.resources().holdings(), parts));
		}
	}

	private Infos release(AllocRequest request, SessionRun session) throws PmixException {
		if (request.amount().isOpen() && request.schedule().loan().isEmpty()) {
			if (!session.members().isEmpty()) {
				throw new PmixException(Status.ERR_RESOURCE_BUSY,
						"allocation: " + session.ids() + " still runs " + session.members().size() + " jobs");
			}
			session.end();
			return SessionTexts.identity(session);
		}
		List<NodeReservation> unused = new ArrayList<>();
		for (NodeReservation holding : session.resources().holdings()) {
			int free = Math.max(0, Math.min(holding.slots(), session.resources().free(holding.node())));
			unused.add(new NodeReservation(holding.node(), free, holding.processors(), holding.memory()));
		}
		List<NodeReservation> given = request.amount().isOpen() ? unused : ResourceSelection.choose(request.amount(), unused)
				.orElseThrow(() -> new PmixException(Status.ERR_RESOURCE_BUSY, "allocation: jobs of " + session.ids() + " use the resources"));
		if (request.schedule().loan().isPresent()) {
			loans.merge(session, given, Holdings::sum);
		}
		session.hold(Holdings.difference(session.resources().holdings(), given));
		return SessionTexts.reply(session);
	}

	private CompletionStage<Infos> reacquire(Proc requester, AllocRequest request, SessionRun session) throws PmixException {
		List<NodeReservation> lent = loans.getOrDefault(session, List.of());
		if (lent.isEmpty() && session.state() != State.PREEMPTED) {
			throw new PmixException(Status.ERR_INVALID_OPERATION, "allocation: nothing of " + session.ids() + " was lent or preempted");
		}
		return enqueue(requester, request, () -> {
			if (lent.isEmpty()) {
				return preemption.restore(session, pool.free()) ? Optional.of(SessionTexts.reply(session)) : Optional.empty();
			}
			if (!Holdings.include(pool.free(), lent)) {
				return Optional.empty();
			}
			loans.remove(session);
			add(session, lent);
			return Optional.of(SessionTexts.reply(session));
		}, () -> {
		});
	}

	private Infos cancel(Proc requester, AllocRequest request) throws PmixException {
		QueuedRequest waiting = line.find(request.allocation(), request.request()).filter(found -> mayCancel(requester, found))
				.orElseThrow(() -> new PmixException(Status.ERR_NOT_FOUND, "allocation: no such request of " + requester + " is waiting"));
		requireNames(request, new SessionIds(0, waiting.request().allocation(), waiting.request().request()));
		cancel(requester, waiting);
		return SessionTexts.pending(waiting.request());
	}

	private void cancel(Proc requester, QueuedRequest waiting) {
		line.fail(waiting, Status.ERR_JOB_CANCELED, "allocation: the request was canceled by " + requester);
		line.serve();
	}

	/** Cancels the waiting request with this name of the host or of the user. Returns whether there was one that the requester may cancel. */
	boolean cancel(Proc requester, String name) {
		assert host.thread().inThread();
		Optional<QueuedRequest> waiting = line.find(Optional.of(name), Optional.empty()).or(() -> line.find(Optional.empty(), Optional.of(name)))
				.filter(found -> mayCancel(requester, found));
		waiting.ifPresent(found -> cancel(requester, found));
		return waiting.isPresent();
	}

	/** Cancels all requests of a process that are waiting. Returns whether there were any. */
	boolean cancelAll(Proc requester) {
		List<QueuedRequest> own = line.of(requester);
		own.forEach(waiting -> cancel(requester, waiting));
		return !own.isEmpty();
	}

	private boolean mayCancel(Proc requester, QueuedRequest waiting) {
		return jobs.find(requester.nspace()).isEmpty() || waiting.requester().nspace().equals(requester.nspace());
	}

	/** Returns the session that a request is about: the one that it names, else that of the requester. */
	private SessionRun target(Proc requester, AllocRequest request) throws PmixException {
		Optional<SessionRun> found = request.allocation().isPresent() ? sessions().findAllocation(request.allocation().get())
				: request.request().isPresent() ? sessions().findRequest(request.request().get())
				: request.session().isPresent() ? sessions().find(request.session().get()) : session(requester);
		SessionRun session = found.filter(each -> !each.isEnding())
				.orElseThrow(() -> new PmixException(Status.ERR_NOT_FOUND, "allocation: there is no allocation with the given name"));
		requireNames(request, session.ids());
		if (session.requester().isEmpty()) {
			throw new PmixException(Status.ERR_NOT_SUPPORTED,
					"allocation: the default session holds all nodes for as long as the host runs, so it cannot be changed");
		}
		return SessionRights.require(requester, session, jobs);
	}

	/** Throws BAD_PARAM if a request also names another allocation. */
	private static void requireNames(AllocRequest request, SessionIds ids) throws PmixException {
		Optional<String> other = request.names().foreignTo(ids);
		if (other.isPresent()) {
			throw new PmixException(Status.ERR_BAD_PARAM, "allocation: the request is about " + ids + ", but " + other.get());
		}
	}

	private Optional<SessionRun> session(Proc requester) {
		return jobs.find(requester.nspace()).map(JobHandle::session);
	}

	private void requireOwner(Proc requester, AllocRequest request) throws PmixException {
		Optional<String> target = request.use().target().filter(nspace -> !nspace.equals(requester.nspace()));
		if (target.isPresent() && jobs.find(requester.nspace()).isPresent()) {
			throw new PmixException(Status.ERR_NO_PERMISSIONS, "allocation: only a tool may request resources for " + target.get());
		}
		if (target.isPresent() && jobs.find(target.get()).isEmpty()) {
			throw new PmixException(Status.ERR_NOT_FOUND, "allocation: PMIX_ALLOC_TARGET names " + target.get() + ", which is not a job here");
		}
	}

	private void requireDependencies(AllocRequest request) throws PmixException {
		for (String nspace : request.schedule().dependencies()) {
			if (jobs.find(nspace).isEmpty()) {
				throw new PmixException(Status.ERR_NOT_FOUND, "allocation: PMIX_ALLOC_DEPENDENCY names " + nspace + ", which is not a job here");
			}
		}
	}

	private String newName() {
		String name;
		do {
			name = "alloc" + ++lastName;
		} while (sessions().findAllocation(name).isPresent() || line.find(Optional.of(name), Optional.empty()).isPresent());
		return name;
	}

	/** Forgets a session that has ended. */
	void forget(SessionRun session) {
		loans.remove(session);
	}
}
