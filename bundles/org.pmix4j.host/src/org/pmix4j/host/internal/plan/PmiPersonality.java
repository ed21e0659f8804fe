// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.plan;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.host.internal.plan.JobPlan.FoundApp;
import org.pmix4j.host.internal.session.HostContext;
import org.pmix4j.job.options.JobOptions;
import org.pmix4j.job.options.MpiLibrary;
import org.pmix4j.placement.internal.mapping.Placement;
import org.pmix4j.pmi.internal.service.PmiAddress;
import org.pmix4j.process.internal.process.SpawnSpec;

/**
 * Adds the variables by which libraries that speak PMI find their launcher, as mpiexec.hydra sets them, to those of another personality.
 * Owned by a job.
 */
public final class PmiPersonality implements Personality {
	/**
	 * The protocol of MPICH. Releases from 4.1 on know both versions of PMI, and MPICH 5 refuses to choose between PMIx and PMI if it sees the
	 * variables of both; older releases ignore it and speak PMI-1.
	 */
	private static final String CHOICE = "MPIR_CVAR_PMI_VERSION";

	private final Personality first;
	private final PmiAddress address;
	private final String version;

	private PmiPersonality(Personality first, PmiAddress address, String version) {
		this.first = first;
		this.address = address;
		this.version = version;
	}

	/**
	 * Returns the personality of a job, and lets the job's ranks speak PMI if it may need that.
	 *
	 * @param plan a job whose ranks have not started
	 * @param host listens for them
	 * @return adds the variables of the libraries that the job may use
	 * @throws IOException if the job requires PMI, but no port is available
	 */
	public static Personality open(JobPlan plan, HostContext host) throws IOException {
		MpiLibrary library = plan.spec().get(JobOptions.MPI);
		Personality own = Personality.of(library.hasPmix() ? plan.spec().get(JobOptions.PERSONALITY) : Personality.PLAIN);
		if (!library.hasPmi()) {
			return own;
		}
		Optional<PmiAddress> address = host.pmi().open(new PlannedJob(plan, host), !library.hasPmix());
		return address.isPresent() ? new PmiPersonality(own, address.get(), library == MpiLibrary.PMI2 ? "2" : "1") : own;
	}

	@Override
	public void ofApp(JobPlan plan, FoundApp app, Map<String, String> environment) {
		first.ofApp(plan, app, environment);
		environment.putIfAbsent(CHOICE, version);
		environment.put("PMI_PORT", address.toString());
		environment.put("PMI_SIZE", Integer.toString(plan.size()));
		if (PlannedJob.isSpawned(plan)) {
			environment.put("PMI_SPAWNED", "1");
		}
	}

	/**
	 * Gives ranks a connection in PMI_FD if the user has named the version of PMI, as srun --mpi=pmi2 and mpiexec.hydra do. By default they
	 * have none, as all processes that a rank starts inherit it and would use it in the name of the rank, unchecked; and MPICH prefers it to
	 * PMI_PORT.
	 */
	@Override
	public Optional<SpawnSpec.InheritedSocket> socket(int rank) {
		return address.key().isEmpty() ? Optional.empty()
				: Optional.of(new SpawnSpec.InheritedSocket("PMI_FD", address.port(), address.greeting(rank)));
	}

	@Override
	public void ofRank(JobPlan plan, Placement rank, int restarts, Map<String, String> environment) {
		first.ofRank(plan, rank, restarts, environment);
		String number = Integer.toString(rank.rank());
		environment.put("PMI_ID", number);
		environment.put("PMI_RANK", number);
		environment.put("MPI_LOCALRANKID", Integer.toString(rank.localRank()));
		environment.put("MPI_LOCALNRANKS", Integer.toString(plan.map().on(rank.node()).size()));
	}
}
