// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.session;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

import org.pmix4j.job.Session.State;
import org.pmix4j.job.Session;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;

/**
 * An open session: its state, its jobs, and the sessions that end with it. Owned by {@link Sessions}. Changed on the host's thread;
 * identifiers, nodes, jobs, owners and {@link #session()} may be read from any thread.
 *
 * @see "PMIx Standard, chapter Terms and Conventions, session; PRRTE, prte_session_t"
 */
public final class SessionRun {
	/** Ended jobs that are remembered: the event about the end of the session names them. */
	private static final int MOST_OUTCOMES = 4096;

	private final SessionIds ids;
	private final SessionResources resources;
	private final SessionNodes nodes;
	private final Optional<SessionOrder> order;
	private final Optional<Sessions> registry;
	private final List<Member> members = new CopyOnWriteArrayList<>();
	private final List<SessionRun> children = new CopyOnWriteArrayList<>();
	private final Deque<SessionOutcome> outcomes = new ArrayDeque<>();
	private final Set<String> owners = ConcurrentHashMap.newKeySet();
	private final CompletableFuture<Void> ended = new CompletableFuture<>();
	private volatile Optional<SessionRun> parent = Optional.empty();
	private volatile State state = State.ACTIVE;
	private volatile Optional<Instant> deadline = Optional.empty();
	private boolean reserved;
	private boolean endsWithJobs;
	private boolean orphaned;
	private int nextGlobalRank;

	/**
	 * Makes a session that holds whole nodes and never ends.
	 *
	 * @param id    its number, unsigned
	 * @param nodes its nodes
	 * @param home  the session's share of the node on which the server runs; it may be none of the nodes
	 */
	public SessionRun(int id, List<SessionNode> nodes, SessionNode home) {
		ids = new SessionIds(id, Optional.empty(), Optional.empty());
		List<NodeReservation> whole = new ArrayList<>(nodes.size());
		for (SessionNode node : nodes) {
			whole.add(NodeReservation.ofSlots(node.node(), node.node().slots()));
		}
		resources = new SessionResources(whole);
		this.nodes = new SessionNodes(nodes, home, resources);
		order = Optional.empty();
		registry = Optional.empty();
	}

	/** Makes a session out of resources of another one. */
	SessionRun(Sessions registry, SessionOrder order, SessionRun pool) {
		ids = order.ids();
		this.order = Optional.of(order);
		this.registry = Optional.of(registry);
		resources = new SessionResources(order.holdings());
		nodes = new SessionNodes(pool.nodes, resources);
		parent = order.parent();
		endsWithJobs = order.terms().endsWithJobs();
		reserved = !order.terms().shared();
		owners.add(order.owner());
		parent.ifPresent(other -> other.children.add(this));
	}

	/** @return its identifiers */
	public SessionIds ids() {
		return ids;
	}

	/** @return its present state for users of the host */
	public Session session() {
		return new Session(ids.id(), ids.allocation(), ids.request(), state, resources.nodes(), resources.slots(),
				order.map(SessionOrder::requester), parent.map(other -> OptionalInt.of(other.ids.id())).orElse(OptionalInt.empty()),
				children.stream().map(child -> child.ids.id()).toList(), members.stream().map(Member::nspace).toList(), deadline);
	}

	/** @return its resources */
	public SessionResources resources() {
		return resources;
	}

	/** @return its nodes */
	public SessionNodes nodes() {
		return nodes;
	}

	/** @return the process that requested it; empty for the default session */
	public Optional<Proc> requester() {
		return order.map(SessionOrder::requester);
	}

	/** @return the namespace for which it is reserved; empty for the default session */
	public Optional<String> owner() {
		return order.map(SessionOrder::owner);
	}

	/** @return whether a job or tool owns it whose end affects it; never for the default session */
	public boolean isOwned() {
		return !owners.isEmpty();
	}

	/** @return how it is used; empty for the default session */
	public Optional<SessionOrder.Terms> terms() {
		return order.map(SessionOrder::terms);
	}

	/** @return the state */
	public State state() {
		return state;
	}

	/** @return whether it ends, or has ended: no job may begin in it */
	public boolean isEnding() {
		return state == State.ENDING || state == State.ENDED;
	}

	/** @return whether its resources are kept from jobs of the default session */
	public boolean isReserved() {
		return reserved;
	}

	/** @return the session with which it ends */
	public Optional<SessionRun> parent() {
		return parent;
	}

	/** @return the sessions that end with it */
	public List<SessionRun> children() {
		return children;
	}

	/** @return its jobs */
	public List<Member> members() {
		return members;
	}

	/** @return how the jobs ended that have ended in it, at most the last 4,096; not kept for the default session */
	public List<SessionOutcome> outcomes() {
		return List.copyOf(outcomes);
	}

	/** @return completes on the host's thread when its resources are free; never for the default session */
	public CompletableFuture<Void> ended() {
		return ended;
	}

	/** @return when its time is up */
	public Optional<Instant> deadline() {
		return deadline;
	}

	/**
	 * Reserves global numbers for the ranks of a job.
	 *
	 * @param count the number of ranks
	 * @return the first number
	 */
	public int takeGlobalRanks(int count) {
		int first = nextGlobalRank;
		nextGlobalRank += count;
		return first;
	}

	/**
	 * Takes a job in.
	 *
	 * @param job which begins
	 */
	public void join(Member job) {
		members.add(job);
	}

	/**
	 * Lets a job go that has ended. The last job ends a session that exists only for its jobs.
	 *
	 * @param job    in the session
	 * @param status how it ended
	 */
	public void leave(Member job, Status status) {
		members.remove(job);
		if (order.isPresent()) {
			outcomes.add(new SessionOutcome(job.nspace(), status));
			if (outcomes.size() > MOST_OUTCOMES) {
				outcomes.remove();
			}
			if (members.isEmpty() && endsWithJobs) {
				end();
			}
			closeIfEmpty();
			changed();
		}
	}

	/**
	 * Sets the state of the jobs.
	 *
	 * @param next ACTIVE, PAUSED or PREEMPTED; without effect on a session that ends
	 */
	public void become(State next) {
		if (!isEnding() && state != next) {
			state = next;
			changed();
		}
	}

	/**
	 * Notes the end of its time, which its caller watches.
	 *
	 * @param left the time from now; empty for no limit
	 */
	public void limit(Optional<Duration> left) {
		deadline = left.map(time -> Instant.now().plus(time));
		changed();
	}

	/**
	 * Replaces its resources.
	 *
	 * @param holdings its part of each node
	 */
	public void hold(List<NodeReservation> holdings) {
		if (reserved) {
			source().restore(resources.holdings());
			source().reserve(holdings);
		}
		resources.hold(holdings);
		changed();
	}

	/** Gives its resources to the default session as long as its jobs are stopped. */
	public void lend() {
		if (reserved) {
			reserved = false;
			source().restore(resources.holdings());
		}
	}

	/** Reserves its resources again. */
	public void reclaim() {
		if (!reserved && !orphaned && order.filter(request -> !request.terms().shared()).isPresent() && !isEnding()) {
			reserved = true;
			source().reserve(resources.holdings());
		}
	}

	/** Lets it outlive its parent and its owner. */
	public void separate() {
		parent.ifPresent(other -> other.children.remove(this));
		parent = Optional.empty();
		owners.clear();
		changed();
	}

	/**
	 * Ends its jobs, the sessions that depend on it, and then itself. Without effect on the default session and on one that ends.
	 */
	public void end() {
		if (order.isPresent() && !isEnding()) {
			state = State.ENDING;
			changed();
			children.forEach(SessionRun::end);
			members.forEach(Member::endWithSession);
			closeIfEmpty();
		}
	}

	/** Notes a job that a job of an owner has spawned. */
	void spawned(String spawner, String nspace) {
		if (owners.contains(spawner) && terms().filter(terms -> terms.inheritance().countsDescendants()).isPresent()) {
			owners.add(nspace);
		}
	}

	/** Notes that a job or a tool has ended. Applies the rule of inheritance if it was the last owner. */
	void gone(String nspace) {
		if (owners.remove(nspace) && owners.isEmpty() && !isEnding()) {
			Inheritance rule = terms().map(SessionOrder.Terms::inheritance).orElse(Inheritance.SEPARATE);
			if (rule.endsJobs() || rule != Inheritance.SEPARATE && members.isEmpty()) {
				end();
			} else if (rule != Inheritance.SEPARATE) {
				lend();
				orphaned = true;
				endsWithJobs = true;
				changed();
			}
		}
	}

	private void closeIfEmpty() {
		if (state == State.ENDING && members.isEmpty() && children.isEmpty()) {
			lend();
			state = State.ENDED;
			registry.ifPresent(sessions -> sessions.remove(this));
			Optional<SessionRun> above = parent;
			above.ifPresent(other -> other.children.remove(this));
			changed();
			ended.complete(null);
			above.ifPresent(SessionRun::closeIfEmpty);
		}
	}

	private SessionResources source() {
		return registry.orElseThrow().main().resources();
	}

	/** Tells the listeners of a change, and of the end once. */
	private void changed() {
		if (!ended.isDone()) {
			registry.ifPresent(sessions -> sessions.changed(this));
		}
	}

	/** A job as its session sees it. Its methods are called on the host's thread. */
	public interface Member {
		/** @return the namespace of the job */
		String nspace();

		/** Ends the job because its session ends; a stopped job is continued, so that it can act. */
		void endWithSession();

		/**
		 * Sends a signal to all ranks, those included that still start.
		 *
		 * @param signal 1 to 64
		 */
		void signalAll(int signal);
	}
}
