// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

import org.pmix4j.model.Proc;

/**
 * The resources of jobs: one allocation of nodes, as it was when the object was made. Immutable. A session without a parent whose
 * resources are those of the whole engine is the default session; it ends with the engine.
 *
 * @param id         its number, unsigned
 * @param allocation the name of the allocation, which requests use to refer to it; empty for the default session
 * @param request    the user's own name of the allocation
 * @param state      its state
 * @param nodes      its nodes; perhaps none
 * @param slots      the number of ranks that fit without oversubscription, less than the slots of the nodes if others hold some
 * @param owner      the process that requested it; empty for the default session
 * @param parent     the number of the session whose end is also the end of this one
 * @param children   the numbers of the sessions that end with this one
 * @param jobs       the namespaces of the jobs that run in it
 * @param deadline   when its time is up; empty for no limit
 * @see "PMIx Standard, PMIX_SESSION_ID, PMIX_ALLOC_ID, PMIX_ALLOC_REQ_ID"
 */
public record Session(int id, Optional<String> allocation, Optional<String> request, State state, List<Node> nodes, int slots,
		Optional<Proc> owner, OptionalInt parent, List<Integer> children, List<String> jobs, Optional<Instant> deadline) {
	/** The state of a session. */
	public enum State {
		/** Jobs may start in it. */
		ACTIVE,
		/** Its jobs are stopped and keep their slots. */
		PAUSED,
		/** Its jobs are stopped and others may use their slots. */
		PREEMPTED,
		/** Its jobs are being ended. */
		ENDING,
		/** Its resources are free. */
		ENDED
	}

	/** Copies the lists. */
	public Session {
		nodes = List.copyOf(nodes);
		children = List.copyOf(children);
		jobs = List.copyOf(jobs);
	}

	/** {@return whether it is the default session, which ends with its engine and cannot be controlled} */
	public boolean isDefault() {
		return owner.isEmpty();
	}

	/**
	 * {@return the same session in another state}
	 *
	 * @param other the state
	 */
	public Session withState(State other) {
		return new Session(id, allocation, request, other, nodes, slots, owner, parent, children, jobs, deadline);
	}

	/**
	 * Describes a session that holds whole nodes and has no relatives.
	 *
	 * @param id    its number, unsigned
	 * @param nodes its nodes
	 */
	public Session(int id, List<Node> nodes) {
		this(id, Optional.empty(), Optional.empty(), State.ACTIVE, nodes, nodes.stream().mapToInt(Node::slots).sum(), Optional.empty(),
				OptionalInt.empty(), List.of(), List.of(), Optional.empty());
	}
}
