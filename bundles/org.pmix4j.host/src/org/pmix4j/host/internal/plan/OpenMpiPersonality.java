// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.plan;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.pmix4j.host.internal.node.SessionDirectory;
import org.pmix4j.host.internal.plan.JobPlan.FoundApp;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.attributes.SpawnAttributes;
import org.pmix4j.model.bytes.BytePaths;
import org.pmix4j.model.bytes.ByteStrings;
import org.pmix4j.placement.internal.mapping.Placement;
import org.pmix4j.process.internal.process.SpawnSpec;

/**
 * Adds the variables that Open MPI 4.1 and 5 expect; other programs ignore them. Stateless.
 *
 * @see "OpenPMIx, pmdl/ompi; Open MPI 4.1, schizo/ompi and schizo/jsm"
 */
public final class OpenMpiPersonality implements Personality {
	/** Parameters for the directory of shared memory segments; the component is called vader in 4.1 and sm in 5. */
	private static final List<String> SEGMENT_DIRECTORIES = List.of("OMPI_MCA_btl_vader_backing_directory",
			"OMPI_MCA_btl_sm_backing_directory", "OMPI_MCA_osc_sm_backing_directory", "OMPI_MCA_osc_rdma_backing_directory");

	/** The network interfaces for ranks of different jobs; shared memory connects ranks of one job only. */
	private static final String INTERFACES = "OMPI_MCA_btl_tcp_if_include";
	private static final String NOT_INTERFACES = "OMPI_MCA_btl_tcp_if_exclude";
	private static final String LOOPBACK = "lo";
	private static final String ARGUMENTS = "OMPI_ARGV";

	/**
	 * Recognizes a spawn of release 4, in which only the rank that has called PMIx_Spawn learns of a failure while all others of the
	 * communicator wait forever; its mpirun ends the job. Release 5, which calls itself ompi5, notifies all ranks.
	 *
	 * @param directives of a spawn
	 * @return whether the spawn is one of release 4
	 * @see "Open MPI 4.1, ompi/dpm/dpm.c and ompi/mpi/c/comm_spawn.c"
	 */
	public static boolean tellsOnlyTheRootOfFailure(Infos directives) {
		return directives.value(SpawnAttributes.PERSONALITY.key()).filter(new PmixValue.Str("ompi")::equals).isPresent();
	}

	@Override
	public void ofApp(JobPlan plan, FoundApp app, Map<String, String> environment) {
		String size = Integer.toString(plan.size());
		// Any value makes 4.1 believe in a direct launch and so in its PMIx server; without it each rank starts its own daemon.
		environment.put("JSM_JSRUN_PORT", "0");
		environment.put("OMPI_UNIVERSE_SIZE", Integer.toString(plan.session().session().slots()));
		environment.put("OMPI_COMM_WORLD_SIZE", size);
		environment.put("OMPI_WORLD_SIZE", size);
		environment.put("OMPI_NUM_APP_CTX", Integer.toString(plan.apps().size()));
		environment.put("OMPI_APP_CTX_NUM_PROCS", plan.map().programSizes());
		environment.put("OMPI_FIRST_RANKS", plan.map().firstRanks());
		environment.put("OMPI_COMMAND", app.spec().program());
		String arguments = String.join(" ", app.spec().arguments());
		// no program could be started with more; Open MPI only copies it into MPI_INFO_ENV
		if (!arguments.isEmpty() && (ARGUMENTS + "=").length() + ByteStrings.encode(arguments).length < SpawnSpec.MAX_WORD) {
			environment.put(ARGUMENTS, arguments);
		}
		environment.put("OMPI_MCA_num_procs", size);
		environment.put("OMPI_MCA_initial_wdir", BytePaths.text(app.directory()));
		if (plan.map().nodes().stream().anyMatch(plan.map()::isOversubscribed)) {
			environment.putIfAbsent("OMPI_MCA_mpi_yield_when_idle", "1");
		}
		if (plan.session().nodes().all().size() == 1 && !environment.containsKey(NOT_INTERFACES)) {
			// Open MPI 5 excludes the loopback by default; without it, two jobs cannot connect where the network does not route to itself
			environment.putIfAbsent(INTERFACES, LOOPBACK);
		}
	}

	/** Keeps a directory that the user has chosen, but replaces one of a parent job, which a spawned job inherits and may outlive. */
	private static void segmentsIn(Path directory, Map<String, String> environment) {
		String session = BytePaths.text(Objects.requireNonNull(directory.getParent()));
		for (String name : SEGMENT_DIRECTORIES) {
			environment.merge(name, BytePaths.text(directory), (given, fresh) -> given.startsWith(session + "/") ? fresh : given);
		}
	}

	@Override
	public void ofRank(JobPlan plan, Placement rank, int restarts, Map<String, String> environment) {
		environment.put("OMPI_MCA_num_restarts", Integer.toString(restarts));
		String localSize = Integer.toString(plan.map().on(rank.node()).size());
		environment.put("OMPI_COMM_WORLD_RANK", Integer.toString(rank.rank()));
		environment.put("OMPI_COMM_WORLD_LOCAL_SIZE", localSize);
		environment.put("OMPI_WORLD_LOCAL_SIZE", localSize);
		environment.put("OMPI_COMM_WORLD_LOCAL_RANK", Integer.toString(rank.localRank()));
		environment.put("OMPI_COMM_WORLD_NODE_RANK", Integer.toString(rank.nodeRank()));
		SessionDirectory directory = plan.directory(rank.node());
		environment.put("OMPI_FILE_LOCATION", BytePaths.text(directory.rank(plan.nspace(), rank.rank())));
		directory.sharedMemory(plan.nspace()).ifPresent(shared -> segmentsIn(shared, environment));
	}
}
