// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.spawn;

import java.util.List;
import java.util.Optional;

import org.pmix4j.job.JobListener;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.Node;
import org.pmix4j.job.options.JobOptions;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.Proc;

/**
 * A request for a job: the order, and, if a process spawns the job, what that process has asked for beyond it. Immutable.
 *
 * @param spec      the job
 * @param listener  follows the family that the job begins, in addition to the listener of the host
 * @param spawner   the process that spawns it; empty for a launched job
 * @param bookmark  the node on which its placement begins; empty for the first
 * @param news      the events that the spawner receives
 * @param bonds     how the job and its parent depend on each other
 * @param forwarded streams of output that go to the spawner alone
 * @param jobInfos  job data for its ranks, in addition to that of all jobs
 * @param places    the node of each rank of each program, if other processes decide about that
 * @param ignored   the reports about attributes that have no effect
 */
public record LaunchRequest(JobSpec spec, JobListener listener, Optional<Proc> spawner, Optional<Node> bookmark, News news, Bonds bonds,
		IofChannel forwarded, Infos jobInfos, Optional<List<Node>> places, List<String> ignored) {
	/**
	 * @param spec     the job
	 * @param listener follows the family of the job
	 * @return a request that no process has made
	 */
	public static LaunchRequest of(JobSpec spec, JobListener listener) {
		return new LaunchRequest(spec, listener, Optional.empty(), Optional.empty(), News.NONE, Bonds.NONE, IofChannel.NONE, Infos.EMPTY,
				Optional.empty(), List.of());
	}

	/**
	 * @param process the process that spawns the job
	 * @param begin   the node on which its placement begins; empty for the first
	 * @return the request of that process
	 */
	public LaunchRequest by(Proc process, Optional<Node> begin) {
		return new LaunchRequest(spec, listener, Optional.of(process), begin, news, bonds, forwarded, jobInfos, places, ignored);
	}

	/** @return the same request, whose job is only mapped */
	public LaunchRequest mappedOnly() {
		return new LaunchRequest(spec.withOption(JobOptions.DO_NOT_LAUNCH, true), listener, spawner, bookmark, news, bonds, forwarded,
				jobInfos, places, ignored);
	}

	/**
	 * The events that the spawner receives. It receives the end of the job and the failures of its processes in any case, as parent and
	 * child are connected.
	 *
	 * @param job      whether it is notified that the job has started and that it is complete
	 * @param end      whether it has requested the event of the end of the job, which {@code job} includes
	 * @param procs    whether it is notified of the end of each process
	 * @param failures whether it is notified of the end of each process that fails, which {@code procs} includes
	 * @param silent   whether no process is notified when the job ends normally
	 * @param log      where events of the job are logged that the options of the job select
	 */
	public record News(boolean job, boolean end, boolean procs, boolean failures, boolean silent, LogRequest log) {
		static final News NONE = new News(false, false, false, false, false, LogRequest.NONE);
	}

	/**
	 * The dependence between a job and its parent.
	 *
	 * @param dependence         what the end of the parent does to the job
	 * @param reportedSeparately whether the job's failure leaves the exit code of the launcher alone
	 */
	public record Bonds(Dependence dependence, boolean reportedSeparately) {
		static final Bonds NONE = new Bonds(Dependence.NONE, false);
	}

	/** The effect of the end of its parent on a job. If the user ends the parent, its children end, too. */
	public enum Dependence {
		/** The job ends with its parent. */
		ENDS,
		/** The job ends if its parent fails. */
		FAILS,
		/** The job goes on. */
		NONE
	}
}
