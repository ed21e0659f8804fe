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

import org.pmix4j.host.internal.job.Jobs;
import org.pmix4j.host.internal.session.Inheritance;
import org.pmix4j.host.internal.session.NodeReservation;
import org.pmix4j.host.internal.session.SessionIds;
import org.pmix4j.host.internal.session.SessionOrder;
import org.pmix4j.host.internal.session.SessionRun;
import org.pmix4j.host.internal.session.Sessions;
import org.pmix4j.host.internal.spawn.SpawnRequest;
import org.pmix4j.job.Session.State;
import org.pmix4j.model.App;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.SessionControlAttributes;
import org.pmix4j.model.bytes.Signals;

/**
 * Carries out PMIx_Session_control: opens sessions with given numbers, and controls open ones. The default session is never controlled.
 * Owned by the {@link Scheduler}, used on the host's thread.
 *
 * @see "OpenPMIx, PMIx_Session_control; PRRTE, docs/how-things-work/schedulers/session_control.rst"
 */
final class SessionControl {
	/** The number that stands for all sessions of the requester. */
	private static final int ALL = -1;
	private static final SessionIds NO_SESSION = new SessionIds(ALL, Optional.empty(), Optional.empty());

	private final Sessions sessions;
	private final Jobs jobs;
	private final NodePool pool;
	private final SessionClocks clocks;
	private final SessionEvents events;
	private final Preemption preemption;
	private final Scheduler.Starter starter;
	private final Map<SessionRun, String> names = new HashMap<>();
	/** The names of the requests that have limited the time of sessions. */
	private final Map<SessionRun, String> limits = new HashMap<>();
	/** Those whose programs still start, with the process that has canceled the start. */
	private final Map<SessionRun, Optional<Proc>> starting = new HashMap<>();

	SessionControl(Sessions sessions, Jobs jobs, NodePool pool, SessionClocks clocks, SessionEvents events, Preemption preemption,
			Scheduler.Starter starter) {
		this.sessions = sessions;
		this.jobs = jobs;
		this.pool = pool;
		this.clocks = clocks;
		this.events = events;
		this.preemption = preemption;
		this.starter = starter;
	}

	/** Carries a request out. Completes when it is done: programs run, or terminated sessions have ended. */
	CompletionStage<Infos> control(Proc requester, int number, ControlOrder order) throws PmixException {
		CompletionStage<Infos> done = order.action() == ControlOrder.Action.INSTANTIATE ? instantiate(requester, number, order)
				: apply(order, targets(requester, number, order));
		return done.thenApply(infos -> order.id().map(name -> infos.with(SessionControlAttributes.SESSION_CTRL_ID, name)).orElse(infos));
	}

	/** Returns the sessions that are meant. */
	private List<SessionRun> targets(Proc requester, int number, ControlOrder order) throws PmixException {
		List<SessionRun> targets = new ArrayList<>();
		if (number == ALL) {
			sessions.all().stream().filter(session -> session.requester().isPresent() && SessionRights.mayUse(requester, session, jobs))
					.forEach(targets::add);
		} else {
			SessionRun session = sessions.find(number).orElseThrow(() -> new PmixException(Status.ERR_NOT_FOUND,
					"session control: there is no session " + Integer.toUnsignedString(number)));
			if (session.requester().isEmpty()) {
				throw new PmixException(Status.ERR_NO_PERMISSIONS, "session control: session " + Integer.toUnsignedString(number)
						+ " is the default session, which cannot be controlled");
			}
			targets.add(SessionRights.require(requester, session, jobs));
		}
		requireNames(order, targets);
		for (String nspace : order.nspaces()) {
			if (targets.stream().noneMatch(session -> session.members().stream().anyMatch(job -> job.nspace().equals(nspace)))) {
				throw new PmixException(Status.ERR_NOT_FOUND, "session control: job " + nspace + " does not run in the session");
			}
		}
		return targets;
	}

	/** Throws BAD_PARAM if the request names another session than those that are meant. */
	private static void requireNames(ControlOrder order, List<SessionRun> targets) throws PmixException {
		List<SessionIds> meant = targets.isEmpty() ? List.of(NO_SESSION) : targets.stream().map(SessionRun::ids).toList();
		for (SessionIds ids : meant) {
			Optional<String> other = order.resources().names().foreignTo(ids);
			if (other.isPresent()) {
				throw new PmixException(Status.ERR_BAD_PARAM,
						"session control: the request is about " + (targets.isEmpty() ? "no session" : ids) + ", but " + other.get());
			}
		}
	}

	private CompletionStage<Infos> apply(ControlOrder order, List<SessionRun> targets) throws PmixException {
		List<CompletableFuture<Void>> ends = new ArrayList<>();
		Infos answer = targets.size() == 1 ? SessionTexts.identity(targets.get(0)) : Infos.EMPTY;
		for (SessionRun session : targets) {
			if (order.separation().orElse(false)) {
				session.separate();
			}
			switch (order.action()) {
				case PAUSE -> pause(session);
				case RESUME -> resume(session);
				case PREEMPT -> preempt(session, order.nspaces());
				case RESTORE -> restore(session, order.nspaces());
				case SIGNAL -> send(session, order.nspaces(), order.signal());
				case EXTEND -> extend(session, order);
				case TERMINATE -> {
					session.end();
					ends.add(session.ended());
				}
				default -> {
				}
			}
		}
		return CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new)).thenApply(all -> answer);
	}

	private static void pause(SessionRun session) {
		if (session.state() == State.ACTIVE) {
			send(session, List.of(), Signals.STOP);
			session.become(State.PAUSED);
		}
	}

	private static void resume(SessionRun session) throws PmixException {
		if (session.state() == State.PREEMPTED) {
			throw new PmixException(Status.ERR_INVALID_OPERATION,
					"session control: " + session.ids() + " was preempted; it can be restored but not resumed");
		}
		if (session.state() == State.PAUSED) {
			send(session, List.of(), Signals.CONT);
			session.become(State.ACTIVE);
		}
	}

	private void preempt(SessionRun session, List<String> nspaces) {
		if (!nspaces.isEmpty()) {
			send(session, nspaces, Signals.STOP);
		} else if (session.state() != State.PREEMPTED) {
			preemption.preempt(session);
		}
	}

	private void restore(SessionRun session, List<String> nspaces) throws PmixException {
		if (!nspaces.isEmpty()) {
			send(session, nspaces, Signals.CONT);
		} else if (session.state() == State.PREEMPTED && !preemption.restore(session, pool.unreserved())) {
			throw new PmixException(Status.ERR_RESOURCE_BUSY,
					"session control: other sessions hold the slots of " + session.ids() + ", so it cannot be restored now");
		}
	}

	private static void send(SessionRun session, List<String> nspaces, int signal) {
		for (SessionRun.Member job : session.members()) {
			if (nspaces.isEmpty() || nspaces.contains(job.nspace())) {
				job.signalAll(signal);
			}
		}
	}

	private void extend(SessionRun session, ControlOrder order) throws PmixException {
		AllocRequest more = order.resources();
		if (more.time().isEmpty() && more.amount().isOpen()) {
			throw new PmixException(Status.ERR_BAD_PARAM, "session control: the request extends the session by nothing");
		}
		if (!more.amount().isOpen()) {
			Allocations.add(session, parts(more.amount(), !session.isReserved()));
		}
		more.time().ifPresent(time -> limit(session, time, order));
	}

	private void limit(SessionRun session, Duration time, ControlOrder order) {
		limits.remove(session);
		order.id().filter(name -> !time.isZero()).ifPresent(name -> limits.put(session, name));
		clocks.set(session, time, order.resources().schedule().warning());
	}

	/**
	 * Ends the session that a request opens if its programs still start, or lifts the limits that a request has set on the time of sessions.
	 * Returns whether there was such a request of which the requester may use the session.
	 */
	boolean cancel(Proc requester, String name) {
		Optional<SessionRun> opened = starting.keySet().stream()
				.filter(session -> name.equals(names.get(session)) && SessionRights.mayUse(requester, session, jobs)).findFirst();
		if (opened.isPresent()) {
			starting.replace(opened.get(), Optional.of(requester));
			opened.get().end();
			return true;
		}
		List<SessionRun> limited = limits.keySet().stream()
				.filter(session -> name.equals(limits.get(session)) && SessionRights.mayUse(requester, session, jobs)).toList();
		for (SessionRun session : limited) {
			limits.remove(session);
			clocks.set(session, Duration.ZERO, Optional.empty());
		}
		return !limited.isEmpty();
	}

	/** Ends all sessions that a process has opened and whose programs still start. Returns whether there were any. */
	boolean cancelAll(Proc requester) {
		List<SessionRun> own = starting.keySet().stream().filter(session -> session.requester().equals(Optional.of(requester))).toList();
		for (SessionRun session : own) {
			starting.replace(session, Optional.of(requester));
			session.end();
		}
		return !own.isEmpty();
	}

	/** Chooses parts of nodes without regard to ranks of the default session, as the requester is the one who schedules. */
	private List<NodeReservation> parts(ResourceAmount amount, boolean shared) throws PmixException {
		return ResourceSelection.choose(amount, shared ? pool.all() : pool.unreserved()).orElseThrow(() -> new PmixException(
				Status.ERR_OUT_OF_RESOURCE, "session control: the nodes of this host, less what other sessions hold, do not suffice"));
	}

	private CompletionStage<Infos> instantiate(Proc requester, int number, ControlOrder order) throws PmixException {
		AllocRequest resources = order.resources();
		Optional<String> name = resources.allocation().or(() -> Optional.of("session" + Integer.toUnsignedString(number)));
		if (number == ALL) {
			throw new PmixException(Status.ERR_BAD_PARAM, "session control: a new session needs a number of its own");
		}
		if (resources.session().filter(id -> id != number).isPresent()) {
			throw new PmixException(Status.ERR_BAD_PARAM, "session control: the request opens session " + Integer.toUnsignedString(number)
					+ ", but PMIX_SESSION_ID names session " + Integer.toUnsignedString(resources.session().get()));
		}
		if (!order.apps().isEmpty() && resources.amount().isOpen()) {
			throw new PmixException(Status.ERR_BAD_PARAM, "session control: programs cannot start in a session without resources");
		}
		CompletableFuture<Infos> answer = new CompletableFuture<>();
		pool.loadHardware(resources.amount()).thenRun(() -> {
			try {
				start(open(requester, new SessionIds(number, name, resources.request()), order), requester, order, answer);
			} catch (PmixException e) {
				answer.completeExceptionally(e);
			}
		});
		return answer;
	}

	/** Opens a session for the job of a spawn, with which it ends. */
	CompletionStage<SessionRun> open(SpawnRequest request, AllocRequest resources) {
		CompletableFuture<SessionRun> answer = new CompletableFuture<>();
		pool.loadHardware(resources.amount()).thenRun(() -> {
			try {
				answer.complete(open(request.requester(), amount(request, resources.amount()), resources));
			} catch (PmixException e) {
				answer.completeExceptionally(e);
			}
		});
		return answer;
	}

	/** Returns what a request states; without that a slot for each rank, or all that is free if a program has no number of ranks. */
	private static ResourceAmount amount(SpawnRequest request, ResourceAmount stated) {
		boolean counted = request.apps().stream().allMatch(app -> app.maxProcs() > 0);
		return stated.isOpen() && counted ? stated.withSlots(request.apps().stream().mapToInt(App::maxProcs).sum()) : stated;
	}

	private SessionRun open(Proc requester, ResourceAmount amount, AllocRequest resources) throws PmixException {
		boolean shared = resources.use().shared();
		List<NodeReservation> parts = ResourceSelection.choose(amount, shared ? pool.all() : pool.free()).orElseThrow(() -> new PmixException(
				Status.ERR_JOB_ALLOC_FAILED, "spawn: the resources that the request asks for are not free on this host"));
		int number = sessions.nextId();
		SessionIds ids = new SessionIds(number, Optional.of("session" + Integer.toUnsignedString(number)), Optional.empty());
		SessionRun session = sessions.open(new SessionOrder(ids, requester, requester.nspace(), Optional.empty(), parts,
				new SessionOrder.Terms(shared, resources.use().preemptible(), true, Inheritance.SEPARATE)));
		clocks.set(session, resources.time().orElse(Duration.ZERO), resources.schedule().warning());
		events.began(session);
		return session;
	}

	private SessionRun open(Proc requester, SessionIds ids, ControlOrder order) throws PmixException {
		String allocation = ids.allocation().orElseThrow();
		if (sessions.find(ids.id()).isPresent() || sessions.findAllocation(allocation).isPresent()) {
			throw new PmixException(Status.ERR_EXISTS, "session control: there is a session " + Integer.toUnsignedString(ids.id())
					+ ", or an allocation " + allocation + ", already");
		}
		AllocRequest resources = order.resources();
		List<NodeReservation> parts = resources.amount().isOpen() ? List.of() : parts(resources.amount(), resources.use().shared());
		Inheritance rule = order.separation().orElse(true) ? Inheritance.SEPARATE : resources.use().inheritance();
		SessionRun session = sessions.open(new SessionOrder(ids, requester, resources.use().target().orElse(requester.nspace()),
				Optional.empty(), parts, new SessionOrder.Terms(resources.use().shared(), resources.use().preemptible(),
						!order.apps().isEmpty(), rule)));
		order.id().ifPresent(name -> names.put(session, name));
		limit(session, resources.time().orElse(Duration.ZERO), order);
		events.began(session);
		return session;
	}

	private void start(SessionRun session, Proc requester, ControlOrder order, CompletableFuture<Infos> answer) {
		if (order.apps().isEmpty()) {
			answer.complete(SessionTexts.reply(session));
			return;
		}
		starting.put(session, Optional.empty());
		starter.start(new SpawnRequest(requester, order.job(), order.apps()), session).whenComplete((nspace, problem) -> {
			Optional<Proc> canceler = starting.remove(session);
			if (problem == null && !session.isEnding()) {
				answer.complete(SessionTexts.reply(session).with(Info.of(JobAttributes.NSPACE, nspace)));
				return;
			}
			session.end();
			Throwable reason = canceler.isEmpty() && problem != null ? problem : new PmixException(Status.ERR_JOB_CANCELED,
					"session control: " + canceler.map(proc -> proc + " canceled the request").orElse(session.ids() + " was ended")
							+ " before all programs of the session ran");
			session.ended().thenRun(() -> answer.completeExceptionally(reason));
		});
	}

	/** Returns the name of the request that has opened a session, and forgets it. */
	Optional<String> forget(SessionRun session) {
		limits.remove(session);
		return Optional.ofNullable(names.remove(session));
	}
}
