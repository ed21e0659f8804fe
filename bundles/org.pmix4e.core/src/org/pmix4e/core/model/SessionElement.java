// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.model;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The resources that jobs run on. A server has one session from its start; jobs and tools open others by allocating resources or by
 * session control. A session that has ended stays until its jobs are removed.
 */
public non-sealed interface SessionElement extends JobElement {
	/** {@return its server} */
	ServerElement server();

	/** {@return its jobs} */
	@Override
	List<NamespaceElement> children();

	/** {@return the sessions that end with this one} */
	List<SessionElement> sessions();

	/** {@return its number} */
	@Override
	String name();

	/** {@return the session directory, which is removed when the server ends; empty for an attached server} */
	Optional<Path> directory();

	/** {@return the name of the allocation that has opened it; empty for the first session of a server} */
	Optional<String> allocation();

	/** {@return when its time is up; empty if it has no limit} */
	Optional<Instant> deadline();

	/**
	 * @param action a kind of control
	 * @return whether it has an effect now; never so for the first session of a server, which ends with the server
	 */
	boolean can(SessionAction action);

	/**
	 * Controls the session. Does not wait; the log of the workbench tells what fails.
	 *
	 * @param action what to do
	 */
	void control(SessionAction action);

	/**
	 * Controls the session, and reports whether the server has done it. Does not wait.
	 *
	 * @param action what to do
	 * @return completes when the server has done it; fails with a CoreException if the server refuses it or does not answer within a minute;
	 *         its message is the reason as a clause for users
	 */
	default CompletableFuture<Void> request(SessionAction action) {
		control(action);
		return CompletableFuture.completedFuture(null);
	}

	/** {@return how many ranks fit without oversubscription; 0 if that is unknown} */
	int slots();

	/** {@return the names of its nodes} */
	List<String> nodes();

	/**
	 * Describes the processors of a node. Blocks, the first time, while files of the kernel are read, so it must not be called on the
	 * thread of the user interface.
	 *
	 * @param node the name of one of its nodes
	 * @return its hardware threads in the order of their numbers; empty if they are unknown
	 */
	List<NodeProcessor> processors(String node);
}
