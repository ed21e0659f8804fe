// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.setup;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

import org.pmix4j.model.DataArray;
import org.pmix4j.model.Envar;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.attributes.AllocAttributes;
import org.pmix4j.model.attributes.ServerAttributes;
import org.pmix4j.model.attributes.SpawnAttributes;
import org.pmix4j.server.internal.lifecycle.Component;

/**
 * Settings of the launch environment that a job's processes need on every node: the launcher's server collects them, the servers of the
 * nodes store them, and the processes find them in their environment. They travel as infos, as between servers of the C library, so that
 * both implementations can be mixed. Used on any thread.
 *
 * @see "PMIx Standard, chapter Server-Specific Interfaces, PMIx_server_setup_application and PMIx_server_setup_local_support; OpenPMIx
 *      src/mca/pnet and src/mca/pmdl"
 */
public final class ApplicationSetup implements Component {
	/** Prefixes of variables with which users configure programming models and fabrics. */
	private static final List<String> PARAMETERS = List.of("PMIX_MCA_", "OMPI_", "OSHMEM_", "SHMEM_", "UCX_", "FI_", "HFI_", "PSM2_");
	/** Excluded variables that identify a process: they belong to the launcher's parent, not to the job. */
	private static final List<String> IDENTITIES = List.of("OMPI_COMM_WORLD_", "OMPI_WORLD_", "OMPI_APP_CTX_NUM_PROCS", "OMPI_ARGV",
			"OMPI_COMMAND", "OMPI_FILE_LOCATION", "OMPI_FIRST_RANKS", "OMPI_NUM_APP_CTX", "OMPI_UNIVERSE_SIZE", "OMPI_MCA_orte_",
			"OMPI_MCA_ess", "OMPI_MCA_pmix", "OMPI_MCA_initial_wdir");
	/** Variable in which Open MPI and its fabrics expect the key that separates jobs. */
	private static final String FABRIC_KEY = "OMPI_MCA_orte_precondition_transports";

	private final Map<String, Map<String, String>> taken = new ConcurrentHashMap<>();

	/**
	 * @param directives settings to collect; may be empty
	 * @param variables  environment of the launcher
	 * @return settings for the servers of the nodes
	 * @throws PmixException BAD_PARAM if a directive is of the wrong type
	 */
	public Infos gather(Infos directives, Map<String, String> variables) throws PmixException {
		boolean all = directives.isTrue(ServerAttributes.SETUP_APP_ALL);
		List<Info> gathered = new ArrayList<>();
		if (all || directives.isTrue(ServerAttributes.SETUP_APP_ENVARS)) {
			new TreeMap<>(variables).forEach((name, value) -> {
				if (isParameter(name)) {
					gathered.add(set(name, value));
				}
			});
		}
		Optional<DataArray> fabric = directives.get(AllocAttributes.ALLOC_FABRIC);
		boolean wanted = fabric.isPresent() && fabric.get().infos().value(AllocAttributes.ALLOC_FABRIC_SEC_KEY.key()).isPresent();
		if (wanted || all || directives.isTrue(ServerAttributes.SETUP_APP_NONENVARS)) {
			// created on demand: the first use of java.security takes ten milliseconds
			SecureRandom random = new SecureRandom();
			gathered.add(set(FABRIC_KEY, String.format("%016x-%016x", random.nextLong(), random.nextLong())));
		}
		return new Infos(gathered);
	}

	private static boolean isParameter(String name) {
		return PARAMETERS.stream().anyMatch(name::startsWith) && IDENTITIES.stream().noneMatch(name::startsWith);
	}

	private static Info set(String name, String value) {
		return Info.of(SpawnAttributes.SET_ENVAR, new Envar(name, value, '\0'));
	}

	/**
	 * Stores settings collected elsewhere; those that this server does not know are left to its host.
	 *
	 * @throws PmixException BAD_PARAM if a variable is of the wrong type
	 */
	public void take(String nspace, Infos gathered) throws PmixException {
		Map<String, String> variables = new TreeMap<>();
		for (Info info : gathered) {
			if (info.key().equals(SpawnAttributes.SET_ENVAR.key())) {
				Envar variable = SpawnAttributes.SET_ENVAR.read(info.value());
				variables.put(variable.name(), variable.value());
			}
		}
		taken.merge(nspace, Map.copyOf(variables), ApplicationSetup::both);
	}

	private static Map<String, String> both(Map<String, String> before, Map<String, String> now) {
		Map<String, String> both = new TreeMap<>(before);
		both.putAll(now);
		return Map.copyOf(both);
	}

	/** @return variables for the environment of a job's processes */
	public Map<String, String> environment(String nspace) {
		return taken.getOrDefault(nspace, Map.of());
	}

	@Override
	public void namespaceGone(String nspace) {
		taken.remove(nspace);
	}

	@Override
	public void dump(StringBuilder out) {
		if (!taken.isEmpty()) {
			out.append("  setup of ").append(taken.size()).append(" jobs\n");
		}
	}
}
