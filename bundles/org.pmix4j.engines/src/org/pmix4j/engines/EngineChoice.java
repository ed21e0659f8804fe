// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.engines;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.pmix4j.dvm.ServerEngine;
import org.pmix4j.host.launcher.NamedNodes;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.EngineCapability;
import org.pmix4j.job.JobEngine;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.options.JobOption;
import org.pmix4j.job.options.OptionScope;
import org.pmix4j.job.options.OptionTable;
import org.pmix4j.job.options.OptionValues;
import org.pmix4j.job.options.PlacementOptions;
import org.pmix4j.job.submission.Submission;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.prrte.DvmOptions;
import org.pmix4j.slurm.SlurmAllocation;
import org.pmix4j.slurm.SrunEngine;

/**
 * The engine of a job. Immutable.
 *
 * @param request     what the user has said about it
 * @param name        {@link #LOCAL}, {@link #PRRTE}, {@link #SLURM} or {@link #SRUN}
 * @param where       the running server that the user names; empty for one of the job's own
 * @param description what it is and why, in one line
 * @param missing     what other engine the job needs, and why it is not used; empty if it needs none
 */
public record EngineChoice(EngineRequest request, String name, String where, String description, Optional<String> missing) {
	/** This machine. */
	public static final String LOCAL = "local";
	/** Daemons of PRRTE on several nodes. */
	public static final String PRRTE = "prrte";
	/** Daemons of PRRTE in an allocation of Slurm. */
	public static final String SLURM = "slurm";
	/** Steps of Slurm, without PRRTE. */
	public static final String SRUN = "slurm:srun";

	/** What to do in an allocation without PRRTE. */
	private static final String BY_SRUN = ", or use --engine slurm:srun, which needs none";
	private static final String OF = "the job runs ";

	/**
	 * Returns the engine that a user names, or else the one that the nodes of the job need.
	 *
	 * @param request     what the user says
	 * @param nodes       those of the job
	 * @param environment of this process, or of the one that starts the engine
	 * @return the engine
	 * @throws IllegalArgumentException if there is no such engine, or it takes no options of an allocation
	 * @throws PmixException            if a hostfile is wrong
	 */
	public static EngineChoice of(EngineRequest request, NamedNodes nodes, Map<String, String> environment) throws PmixException {
		return checked(chosen(request, nodes, environment));
	}

	/**
	 * {@return the engine that a user names}
	 *
	 * @param request     what the user says, with an engine
	 * @param environment of the process that starts it
	 * @throws IllegalArgumentException if there is no such engine, or it takes no options of an allocation
	 */
	public static EngineChoice named(EngineRequest request, Map<String, String> environment) {
		return checked(ofName(request, environment));
	}

	private static EngineChoice checked(EngineChoice choice) {
		if (!choice.request.slurm().isEmpty() && !choice.isSlurm()) {
			throw new IllegalArgumentException("option --slurm is for the engines slurm and slurm:srun");
		}
		return choice;
	}

	private static EngineChoice chosen(EngineRequest request, NamedNodes nodes, Map<String, String> environment) throws PmixException {
		boolean isNamed = !request.engine().isEmpty();
		EngineChoice named = isNamed ? ofName(request, environment) : usual(request);
		if (!namesNodes(nodes.job())) {
			return isNamed ? named : !request.slurm().isEmpty() ? slurm(request, environment, "as --slurm says") : unnamed(request, environment);
		}
		// also for PRRTE, which does not say what is wrong with a hostfile
		List<String> others = nodes.otherMachines();
		if (isNamed || others.isEmpty()) {
			return named;
		}
		String reason = "as the machine " + others.get(0) + " is named";
		return DvmOptions.of(environment).program().isPresent()
				? new EngineChoice(request, PRRTE, "", OF + "in a DVM of PRRTE of its own, " + reason, Optional.empty())
				: new EngineChoice(request, LOCAL, "", OF + "on this machine, although the machine " + others.get(0) + " is named: "
						+ DvmOptions.MISSING, Optional.of("other machines need the engine prrte, but " + DvmOptions.MISSING));
	}

	private static EngineChoice usual(EngineRequest request) {
		return new EngineChoice(request, LOCAL, "", OF + "on this machine, as no other one is named", Optional.empty());
	}

	/** Returns the engine of a job that names neither an engine nor nodes. Loads nothing of Slurm outside of an allocation. */
	private static EngineChoice unnamed(EngineRequest request, Map<String, String> environment) {
		String nodes = environment.getOrDefault("SLURM_JOB_NUM_NODES", "1");
		if (nodes.equals("1") || SlurmAllocation.of(environment).isEmpty()) {
			return usual(request);
		}
		String reason = "as this is an allocation of Slurm with " + nodes + " nodes";
		return DvmOptions.of(environment).program().isPresent() ? slurm(request, environment, reason)
				: new EngineChoice(request, LOCAL, "", OF + "on this machine, although " + reason.substring("as ".length()) + ": "
						+ DvmOptions.MISSING + BY_SRUN,
						Optional.of("other nodes of the allocation need the engine slurm, but " + DvmOptions.MISSING + BY_SRUN));
	}

	private static EngineChoice slurm(EngineRequest request, Map<String, String> environment, String reason) {
		return new EngineChoice(request, SLURM, "", OF + "in a DVM of PRRTE in " + allocation(environment) + ", " + reason, Optional.empty());
	}

	private static String allocation(Map<String, String> environment) {
		return SlurmAllocation.of(environment).map(id -> "the allocation " + id + " of Slurm").orElse("an allocation of Slurm of its own");
	}

	private static EngineChoice ofName(EngineRequest request, Map<String, String> environment) {
		String engine = request.engine();
		if (engine.equals(LOCAL)) {
			return new EngineChoice(request, LOCAL, "", OF + "on this machine, as --engine local says", Optional.empty());
		}
		if (engine.equals(PRRTE)) {
			return new EngineChoice(request, PRRTE, "", OF + "in a DVM of PRRTE of its own, as --engine prrte says", Optional.empty());
		}
		if (engine.equals(SLURM)) {
			return slurm(request, environment, "as --engine slurm says");
		}
		if (engine.equals(SRUN)) {
			return new EngineChoice(request, SRUN, "", OF + "by srun in " + allocation(environment) + ", as --engine slurm:srun says",
					Optional.empty());
		}
		for (String name : List.of(LOCAL, PRRTE)) {
			String prefix = name + ":";
			if (engine.startsWith(prefix) && engine.length() > prefix.length()) {
				String where = engine.substring(prefix.length());
				return new EngineChoice(request, name, where, OF + "in the server " + where + ", as --engine says", Optional.empty());
			}
		}
		throw new IllegalArgumentException("option --engine must be local, slurm, slurm:srun, prrte, prrte:WHERE with the address, process id or"
				+ " namespace of a DVM, or local:WHERE with that of a PMIx4J server, not '" + engine + "'");
	}

	/**
	 * {@return the name of the engine that a running server belongs to}
	 *
	 * @param server its identity
	 */
	public static String of(Proc server) {
		return Submission.isOurs(server) ? LOCAL : PRRTE;
	}

	private static boolean namesNodes(JobSpec job) {
		for (AppSpec app : job.apps()) {
			for (JobOption<String> list : PlacementOptions.LISTS) {
				if (app.options().isSet(list)) {
					return true;
				}
			}
		}
		return false;
	}

	/** {@return whether the job runs in an allocation of Slurm} */
	public boolean isSlurm() {
		return name.equals(SLURM) || name.equals(SRUN);
	}

	/** {@return whether the job runs on this machine, in a server that starts and ends with it} */
	public boolean isLocal() {
		return name.equals(LOCAL) && where.isEmpty();
	}

	/**
	 * Refuses options of the server that the engine of this machine starts, if it is another one.
	 *
	 * @param launcher values of options of the launcher
	 * @throws IllegalArgumentException if one is set that has no effect; the message names it
	 */
	public void requireHonored(OptionValues launcher) {
		List<String> words = new ArrayList<>();
		for (JobOption<?> option : OptionTable.all()) {
			if (!isLocal() && option.scope() == OptionScope.LAUNCHER && launcher.isSet(option)) {
				words.add(option.words().get(0));
			}
		}
		if (!words.isEmpty()) {
			throw new IllegalArgumentException("the engine " + name + (where.isEmpty() ? "" : ":" + where) + " does not honor "
					+ String.join(", ", words) + ", which is for the engine local");
		}
	}

	/**
	 * {@return a line for each option of a job that it would not honor, as {@link JobEngine#unsupported}; known before it is started}
	 *
	 * @param job the order
	 */
	public List<String> unsupported(JobSpec job) {
		return name.equals(LOCAL) ? List.of() : name.equals(SRUN) ? SrunEngine.unsupportedBySrun(job) : ServerEngine.unsupportedInDvm(job);
	}

	/**
	 * {@return the program that it needs and that is not found, and what to install; empty if it can be started, as far as this machine knows}
	 *
	 * @param environment of the programs that it starts; they are searched in its PATH
	 */
	public Optional<String> unavailable(Map<String, String> environment) {
		if (name.equals(LOCAL) || !where.isEmpty()) {
			return Optional.empty();
		}
		DvmOptions options = DvmOptions.of(environment);
		if (requestsAllocation(environment) && options.program("salloc").isEmpty()) {
			return Optional.of(SlurmAllocation.MISSING);
		}
		if (name.equals(SRUN)) {
			return options.program("srun").isEmpty() ? Optional.of(SrunEngine.MISSING) : Optional.empty();
		}
		return options.program().isEmpty() ? Optional.of(DvmOptions.MISSING) : Optional.empty();
	}

	/**
	 * {@return whether its start requests an allocation of Slurm, which may wait in the queue}
	 *
	 * @param environment of the programs that it starts
	 */
	public boolean requestsAllocation(Map<String, String> environment) {
		return isSlurm() && SlurmAllocation.of(environment).isEmpty();
	}

	/** {@return what it can do, known before it is started} */
	public Set<EngineCapability> capabilities() {
		return name.equals(LOCAL) ? EnumSet.allOf(EngineCapability.class)
				: name.equals(SRUN) ? SrunEngine.CAPABILITIES : ServerEngine.capabilitiesInDvm();
	}

	/**
	 * {@return a failure to place a job on this machine, with the engine that it needs if there is one}
	 *
	 * @param failure says why the job cannot be placed
	 */
	public PmixException explained(PmixException failure) {
		return missing.isEmpty() ? failure : new PmixException(failure.status(), failure.getMessage() + "; " + missing.get(), failure);
	}
}
