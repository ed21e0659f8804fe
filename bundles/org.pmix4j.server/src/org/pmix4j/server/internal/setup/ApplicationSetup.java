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
import org.pmix4j.server.internal.component.Component;

/**
 * What a job's processes need of the place where the user started it, on whatever node they run: the launcher's server gathers it, the
 * servers of the nodes take it over, and it is in the environment of the processes. It travels as infos, as it does between servers of
 * the C library, so each side understands the other. Used on any thread.
 *
 * @see "PMIx Standard, chapter Server-Specific Interfaces, PMIx_server_setup_application and PMIx_server_setup_local_support; OpenPMIx
 *      src/mca/pnet and src/mca/pmdl"
 */
public final class ApplicationSetup implements Component {
	/** Variables by which users set parameters of programming models and fabrics. */
	private static final List<String> PARAMETERS = List.of("PMIX_MCA_", "OMPI_", "OSHMEM_", "SHMEM_", "UCX_", "FI_", "HFI_", "PSM2_");
	/** Those among them that say who a process is: true of the launcher's parent, not of the job. */
	private static final List<String> IDENTITIES = List.of("OMPI_COMM_WORLD_", "OMPI_WORLD_", "OMPI_APP_CTX_NUM_PROCS", "OMPI_ARGV",
			"OMPI_COMMAND", "OMPI_FILE_LOCATION", "OMPI_FIRST_RANKS", "OMPI_NUM_APP_CTX", "OMPI_UNIVERSE_SIZE", "OMPI_MCA_orte_",
			"OMPI_MCA_ess", "OMPI_MCA_pmix", "OMPI_MCA_initial_wdir");
	/** Where Open MPI and its fabrics look for the key that keeps jobs apart. */
	private static final String FABRIC_KEY = "OMPI_MCA_orte_precondition_transports";

	private final Map<String, Map<String, String>> taken = new ConcurrentHashMap<>();

	/**
	 * @param directives what to gather; nothing if they ask for nothing
	 * @param variables  of the launcher
	 * @return for the servers of the nodes
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
			// made when it is needed: the first use of java.security takes ten milliseconds
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
	 * Takes over what was gathered elsewhere. What is none of this server's business stays with its host.
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

	/** @return what belongs in the environment of a job's processes */
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
