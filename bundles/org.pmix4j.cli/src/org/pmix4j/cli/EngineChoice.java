// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.cli.internal.options.LaunchWord;
import org.pmix4j.cli.internal.options.OptionLine;
import org.pmix4j.host.launcher.NamedNodes;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.options.JobOption;
import org.pmix4j.job.options.PlacementOptions;
import org.pmix4j.job.submission.Submission;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.bytes.OwnProcess;
import org.pmix4j.prrte.DvmOptions;
import org.pmix4j.slurm.SlurmAllocation;

/**
 * The engine of a job. Immutable.
 *
 * @param name        {@link #LOCAL}, {@link #PRRTE}, {@link #SLURM} or {@link #SRUN}
 * @param where       the running server that the user names; empty for one of the job's own
 * @param description what it is and why, in one line
 * @param missing     what other engine the job needs, and why it is not used; empty if it needs none
 */
record EngineChoice(String name, String where, String description, Optional<String> missing) {
	/** This machine. */
	static final String LOCAL = "local";
	/** Daemons of PRRTE on several nodes. */
	static final String PRRTE = "prrte";
	/** Daemons of PRRTE in an allocation of Slurm. */
	static final String SLURM = "slurm";
	/** Steps of Slurm, without PRRTE. */
	static final String SRUN = "slurm:srun";
	/** What to do in an allocation without PRRTE. */
	private static final String BY_SRUN = ", or use --engine slurm:srun, which needs none";

	private static final EngineChoice USUAL = new EngineChoice(LOCAL, "", "the job runs on this machine, as no other one is named");

	private EngineChoice(String name, String where, String description) {
		this(name, where, description, Optional.empty());
	}

	/**
	 * Returns the engine that a command line names, or else the one that the nodes of its job need.
	 *
	 * @throws IllegalArgumentException if there is no such engine
	 * @throws PmixException            if a hostfile is wrong
	 */
	static EngineChoice of(OptionLine line, NamedNodes nodes) throws PmixException {
		EngineChoice named = line.has(LaunchWord.ENGINE) ? named(line.get(LaunchWord.ENGINE).get(0)) : USUAL;
		if (!namesNodes(nodes.job())) {
			return line.has(LaunchWord.ENGINE) ? named : line.has(LaunchWord.SLURM) ? slurm("as --slurm says") : unnamed();
		}
		// also for PRRTE, which does not say what is wrong with a hostfile
		List<String> others = nodes.otherMachines();
		if (line.has(LaunchWord.ENGINE)) {
			return named;
		}
		if (others.isEmpty()) {
			return USUAL;
		}
		String reason = "as the machine " + others.get(0) + " is named";
		return DvmOptions.of(OwnProcess.environment()).program().isPresent()
				? new EngineChoice(PRRTE, "", "the job runs in a DVM of PRRTE of its own, " + reason)
				: new EngineChoice(LOCAL, "", "the job runs on this machine, although the machine " + others.get(0) + " is named: "
						+ DvmOptions.MISSING, Optional.of("other machines need the engine prrte, but " + DvmOptions.MISSING));
	}

	/** Returns the engine of a job that names neither an engine nor nodes. Loads nothing of Slurm outside of an allocation. */
	private static EngineChoice unnamed() {
		Map<String, String> environment = OwnProcess.environment();
		String nodes = environment.getOrDefault("SLURM_JOB_NUM_NODES", "1");
		if (nodes.equals("1") || SlurmAllocation.of(environment).isEmpty()) {
			return USUAL;
		}
		String reason = "as this is an allocation of Slurm with " + nodes + " nodes";
		return DvmOptions.of(environment).program().isPresent() ? slurm(reason)
				: new EngineChoice(LOCAL, "", "the job runs on this machine, although " + reason.substring("as ".length()) + ": "
						+ DvmOptions.MISSING + BY_SRUN,
						Optional.of("other nodes of the allocation need the engine slurm, but " + DvmOptions.MISSING + BY_SRUN));
	}

	private static EngineChoice slurm(String reason) {
		return new EngineChoice(SLURM, "", "the job runs in a DVM of PRRTE in " + allocation() + ", " + reason);
	}

	private static String allocation() {
		return SlurmAllocation.of(OwnProcess.environment()).map(id -> "the allocation " + id + " of Slurm")
				.orElse("an allocation of Slurm of its own");
	}

	/** Returns the engine of that name. */
	static EngineChoice named(String engine) {
		String of = "the job runs ";
		if (engine.equals(LOCAL)) {
			return new EngineChoice(LOCAL, "", of + "on this machine, as --engine local says");
		}
		if (engine.equals(PRRTE)) {
			return new EngineChoice(PRRTE, "", of + "in a DVM of PRRTE of its own, as --engine prrte says");
		}
		if (engine.equals(SLURM)) {
			return slurm("as --engine slurm says");
		}
		if (engine.equals(SRUN)) {
			return new EngineChoice(SRUN, "", of + "by srun in " + allocation() + ", as --engine slurm:srun says");
		}
		for (String name : List.of(LOCAL, PRRTE)) {
			String prefix = name + ":";
			if (engine.startsWith(prefix) && engine.length() > prefix.length()) {
				String where = engine.substring(prefix.length());
				return new EngineChoice(name, where, of + "in the server " + where + ", as --engine says");
			}
		}
		throw new IllegalArgumentException("option --engine must be local, slurm, slurm:srun, prrte, prrte:WHERE with the address, process id or"
				+ " namespace of a DVM, or local:WHERE with that of a PMIx4J server, not '" + engine + "'");
	}

	/** Returns the name of the engine that a running server belongs to. */
	static String of(Proc server) {
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

	/** Returns whether the job runs in an allocation of Slurm. */
	boolean isSlurm() {
		return name.equals(SLURM) || name.equals(SRUN);
	}

	/** Returns whether the job runs on this machine, in a server that starts and ends with it. */
	boolean isLocal() {
		return name.equals(LOCAL) && where.isEmpty();
	}
}
