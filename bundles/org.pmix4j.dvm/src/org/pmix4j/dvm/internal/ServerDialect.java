// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.dvm.internal;

import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.pmix4j.client.IofOutput;
import org.pmix4j.job.EngineCapability;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.submission.Submission;
import org.pmix4j.model.Info;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Query;

/** The differences between the kinds of servers. Stateless. */
public interface ServerDialect {
	/**
	 * {@return the dialect of a server}
	 *
	 * @param server its identity
	 */
	static ServerDialect of(Proc server) {
		return Submission.isOurs(server) ? new Pmix4jDialect() : new PrrteDialect();
	}

	/** {@return what the server can do} */
	Set<EngineCapability> capabilities();

	/**
	 * {@return a line for each option that the server would not honor: its spelling and the reason}
	 *
	 * @param job the order
	 */
	List<String> unsupported(JobSpec job);

	/**
	 * {@return the arguments of PMIx_Spawn for a job}
	 *
	 * @param job all of whose options are supported
	 * @throws IllegalArgumentException if a value of an option cannot be expressed
	 */
	Submission submission(JobSpec job);

	/** {@return whether the server itself formats the output, keeps the time limit, and sends messages and the result} */
	boolean isComplete();

	/** {@return the number of bytes of input that one request may carry} */
	int inputPiece();

	/** {@return the directive of job control that ends a job orderly, and kills what remains} */
	Info termination();

	/** {@return the directive of job control that interrupts a job as Ctrl-C does in a launcher} */
	Info interruption();

	/** {@return what becomes of the processes of a job when the server ends, for the end of a sentence} */
	String afterLoss();

	/**
	 * {@return the end of a job, if this piece of diagnostic output reports it}
	 *
	 * @param output of the job
	 */
	Optional<JobOutcome> outcome(IofOutput output);

	/**
	 * {@return a job that has begun although the server refused it; empty for a refusal}
	 *
	 * @param failure of a spawn request
	 */
	Optional<String> begunAnyhow(PmixException failure);

	/** {@return a query for the namespaces of all jobs that run, and the open sessions if the server reports them} */
	Query listing();

	/**
	 * {@return a query for what the ranks of a job wait for; empty if the server does not report it}
	 *
	 * @param nspace of the job
	 */
	Optional<Query> waits(String nspace);

	/**
	 * {@return a query for the ranks of a job that a signal has stopped; empty if the server does not report them}
	 *
	 * @param nspace of the job
	 */
	Optional<Query> stops(String nspace);

	/**
	 * {@return a query for the values that the server stores; empty if it does not list them}
	 *
	 * @param proc a rank, or any other rank for its job
	 * @param most how many values to return at most
	 */
	Optional<Query> storedValues(Proc proc, int most);

	/**
	 * {@return a query for the state of a job as text; empty if the server does not describe it}
	 *
	 * @param nspace of the job
	 */
	Optional<Query> description(String nspace);

	/**
	 * {@return the job whose processes are the server's own, one on each node; empty if the server does not list them}
	 *
	 * @param server its identity
	 */
	Optional<String> nodesOf(Proc server);
}
