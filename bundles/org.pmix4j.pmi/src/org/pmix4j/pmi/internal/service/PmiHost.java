// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.pmi.internal.service;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

import org.pmix4j.model.Proc;
import org.pmix4j.pmi.internal.codec.PmiRequest;
import org.pmix4j.server.spi.PeerUsers;

/**
 * The host that owns the jobs whose ranks speak PMI. Carries out what concerns more than the key-value space and the barrier of a job. All
 * methods are called on the loop of the service and must not block. Stages may complete on any thread.
 */
public interface PmiHost {
	/**
	 * Finds the users at the other ends of connections.
	 *
	 * @param connections of this machine
	 * @return the user ids; empty if the platform does not report them
	 */
	CompletionStage<Optional<Map<PeerUsers.Connection, Integer>>> users(List<PeerUsers.Connection> connections);

	/**
	 * Called when a connection uses the name of a rank.
	 *
	 * @param rank       the rank
	 * @param connection the peer's
	 * @return completes if the process belongs to the rank or if that cannot be known; else fails
	 */
	CompletionStage<Void> nameUsed(Proc rank, PeerUsers.Connection connection);

	/**
	 * Called when a rank has begun to use PMI, in MPI_Init.
	 *
	 * @param rank the rank
	 */
	void connected(Proc rank);

	/**
	 * Called when a rank no longer uses PMI, in MPI_Finalize.
	 *
	 * @param rank the rank
	 */
	void finalized(Proc rank);

	/**
	 * Ends the job of a rank.
	 *
	 * @param rank     the rank that requests it
	 * @param exitCode for the launcher
	 */
	void abort(Proc rank, int exitCode);

	/**
	 * Publishes a name for processes of all jobs.
	 *
	 * @param rank    the publisher
	 * @param service the name
	 * @param port    its value
	 * @return completes when it is published; fails with the reason
	 */
	CompletionStage<Void> publish(Proc rank, String service, String port);

	/**
	 * Finds a published name.
	 *
	 * @param rank    the reader
	 * @param service the name
	 * @return its value; fails with the reason
	 */
	CompletionStage<String> lookup(Proc rank, String service);

	/**
	 * Withdraws a name.
	 *
	 * @param rank    the publisher
	 * @param service the name
	 * @return completes when it is withdrawn; fails with the reason
	 */
	CompletionStage<Void> unpublish(Proc rank, String service);

	/**
	 * Starts a job. Its {@link PmiJob#preput} has the values of the request.
	 *
	 * @param rank    the spawner
	 * @param request the programs
	 * @return its namespace, when all of its processes run; fails with the reason
	 */
	CompletionStage<String> spawn(Proc rank, PmiRequest.Spawn request);

	/**
	 * Called when a rank has entered a barrier.
	 *
	 * @param rank         the rank
	 * @param participants all ranks of the job
	 */
	void entered(Proc rank, Proc participants);

	/**
	 * Called when a barrier is over.
	 *
	 * @param participants all ranks of the job
	 * @param complete     whether all have entered it
	 */
	void left(Proc participants, boolean complete);

	/**
	 * Shows the user of a job a text.
	 *
	 * @param nspace of the job
	 * @param text   one line
	 */
	void tell(String nspace, String text);
}
