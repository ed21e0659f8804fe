// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.scheduler;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

import org.pmix4j.host.internal.job.Jobs;
import org.pmix4j.host.internal.session.HostContext;
import org.pmix4j.host.internal.session.Sessions;
import org.pmix4j.host.internal.session.SessionRun;
import org.pmix4j.host.internal.spawn.OwnSession;
import org.pmix4j.host.internal.spawn.SpawnRequest;
import org.pmix4j.job.Session.State;
import org.pmix4j.job.inspection.AllocationEntry;
import org.pmix4j.model.AllocDirective;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.ResourceBlockDirective;
import org.pmix4j.model.ResourceUnit;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.AllocAttributes;

/**
 * Allocates the nodes of a host to sessions and controls the sessions. Made for the first request of this kind, as most hosts get none.
 * Owned by the host, used on its thread.
 */
public final class Scheduler implements Sessions.Listener {
	private final HostContext host;
	private final ResourceBlocks blocks = new ResourceBlocks();
	private final SessionEvents events;
	private final SessionClocks clocks;
	private final Preemption preemption;
	private final Allocations allocations;
	private final SessionControl control;

	/** Starts the programs of a session. */
	@FunctionalInterface
	public interface Starter {
		/**
		 * @param request the programs
		 * @param session in which they run
		 * @return completes with the namespace of their job when all processes run
		 */
		CompletionStage<String> start(SpawnRequest request, SessionRun session);
	}

	/**
	 * @param host    the services of the host
	 * @param jobs    of the host
	 * @param starter starts programs
	 */
	public Scheduler(HostContext host, Jobs jobs, Starter starter) {
		this.host = host;
		NodePool pool = new NodePool(host, jobs);
		events = new SessionEvents(host, jobs);
		clocks = new SessionClocks(host.thread(), events);
		preemption = new Preemption(host.sessions(), pool);
		allocations = new Allocations(host, jobs, pool, clocks, events, preemption);
		control = new SessionControl(host.sessions(), jobs, pool, clocks, events, preemption, starter);
		host.sessions().follow(this);
	}

	/**
	 * Carries out PMIx_Allocation_request.
	 *
	 * @param requester the process or tool
	 * @param directive the kind of request
	 * @param infos     the resources
	 * @return names and resources of the allocation, when it is made
	 * @throws PmixException if the request is refused
	 */
	public CompletionStage<Infos> allocate(Proc requester, AllocDirective directive, Infos infos) throws PmixException {
		AllocUses.check(directive, infos);
		return allocations.allocate(requester, directive, AllocReader.read(infos, blocks, host.user()));
	}

	/**
	 * Cancels a request for an allocation that waits for its resources, or a session whose programs start, or lifts a time limit of sessions.
	 *
	 * @param requester of the cancellation
	 * @param name      of the allocation, of the request for it, or of the session control
	 * @return whether there was one that the requester may cancel
	 */
	public boolean cancel(Proc requester, String name) {
		return allocations.cancel(requester, name) || control.cancel(requester, name);
	}

	/**
	 * Cancels all requests of a process for allocations that wait for their resources, and ends the sessions whose programs it starts.
	 *
	 * @param requester of the requests
	 * @return whether there were any
	 */
	public boolean cancelAll(Proc requester) {
		return allocations.cancelAll(requester) | control.cancelAll(requester);
	}

	/**
	 * Carries out PMIx_Session_control.
	 *
	 * @param requester  the process or tool
	 * @param session    the number of the session, unsigned; all bits set for all sessions of the requester
	 * @param directives the actions
	 * @return the names of the session and of the request, when it is done
	 * @throws PmixException if the request is refused
	 */
	public CompletionStage<Infos> control(Proc requester, int session, Infos directives) throws PmixException {
		return control.control(requester, session, ControlReader.read(directives, blocks, host.user()));
	}

	/**
	 * Opens a session for one job, which holds the resources of the request and ends with the job.
	 *
	 * @param request the programs
	 * @return completes with the session
	 * @throws PmixException JOB_ALLOC_FAILED if the resources are not free; otherwise as {@link #allocate}
	 */
	public CompletionStage<SessionRun> open(SpawnRequest request) throws PmixException {
		return control.open(request, AllocReader.read(OwnSession.request(request.infos()), blocks, host.user()));
	}

	/**
	 * Carries out PMIx_Resource_block.
	 *
	 * @param directive the action
	 * @param block     the name of the block
	 * @param units     the resources
	 * @throws PmixException if the request is refused
	 */
	public void change(ResourceBlockDirective directive, String block, List<ResourceUnit> units) throws PmixException {
		blocks.change(directive, block, units);
	}

	/** @return the names of the resource blocks */
	public List<String> blocks() {
		return blocks.names();
	}

	/**
	 * @param name of a resource block
	 * @return its resources
	 * @throws PmixException NOT_FOUND if it is not defined
	 */
	public List<ResourceUnit> units(String name) throws PmixException {
		return blocks.units(name);
	}

	/**
	 * @param allocation the name of an allocation; empty for any
	 * @param request    the user's name of a request for an allocation; empty for any
	 * @return whether such a request waits for its resources
	 */
	public boolean isWaiting(Optional<String> allocation, Optional<String> request) {
		return allocations.line().find(allocation, request).isPresent();
	}

	/** @return the requests that wait for their resources, in their order */
	public List<AllocationEntry> waiting() {
		return allocations.line().all().stream().map(QueuedRequest::entry).toList();
	}

	/** @return the attributes of allocation requests that have an effect */
	public static List<Attribute<?>> allocationAttributes() {
		return AllocAttributes.all().stream().filter(attribute -> AllocReader.reads(attribute.key()) && !attribute.name().contains("_NETWORK"))
				.toList();
	}

	/** @return the attributes that {@link #control} honors, without those of allocations */
	public static List<Attribute<?>> controlAttributes() {
		return ControlReader.attributes();
	}

	/**
	 * @param session a session
	 * @return the seconds until its time is up; empty if it has no limit
	 */
	public static Optional<Integer> secondsLeft(SessionRun session) {
		return session.deadline().map(SessionTexts::seconds);
	}

	/**
	 * @param session a session
	 * @return its names, resources and terms of use
	 */
	public static Infos properties(SessionRun session) {
		return SessionTexts.properties(session);
	}

	@Override
	public void changed(SessionRun session) {
		if (session.state() == State.ENDED) {
			clocks.forget(session);
			preemption.forget(session);
			allocations.forget(session);
			events.ended(session, control.forget(session));
		}
		host.listener().sessionChanged(session.session());
		host.thread().execute(allocations.line()::serve);
	}

	@Override
	public void gone(String nspace, Status status) {
		allocations.line().ended(nspace, status);
	}
}
