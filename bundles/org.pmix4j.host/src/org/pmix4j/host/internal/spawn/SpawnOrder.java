// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.spawn;

import java.time.Duration;

import org.pmix4j.host.JobSpec;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;

/**
 * A job that a process wants to be run. Immutable.
 *
 * @param spec       what to run
 * @param news       what the process wants to be told of it
 * @param bonds      what it and its parent mean to each other
 * @param forwarded  streams of output that go to that process alone
 * @param startLimit how long its start may take; zero for any time
 * @param jobInfos   what its ranks shall find in the data of their job, besides what all jobs have
 */
public record SpawnOrder(JobSpec spec, News news, Bonds bonds, IofChannel forwarded, Duration startLimit, Infos jobInfos) {
	/**
	 * What the spawning process wants to be told. That the job has ended, and that a process of it has failed, it is told in any case, as
	 * parent and child are connected.
	 *
	 * @param job    that the job has started, and that it is complete
	 * @param procs  that a process of it has ended, in whatever way
	 * @param silent whether nobody is told of an end in good order
	 */
	public record News(boolean job, boolean procs, boolean silent) {
	}

	/**
	 * What parent and child mean to each other.
	 *
	 * @param dependence         what the end of its parent means for it
	 * @param reportedSeparately whether its failure leaves the exit code of the launcher alone
	 */
	public record Bonds(Dependence dependence, boolean reportedSeparately) {
	}

	/** What the end of its parent means for a job; if the user ends that, all end. */
	public enum Dependence {
		/** It is ended with it. */
		ENDS,
		/** It is ended if its parent has failed. */
		FAILS,
		/** Nothing. */
		NONE
	}
}
