// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.prrte;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.pmix4j.job.AppSpec;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.options.JobOption;
import org.pmix4j.job.options.PlacementOptions;
import org.pmix4j.model.bytes.BytePaths;
import org.pmix4j.prrte.internal.PrrteRelease;

/**
 * What a DVM is started with. Immutable.
 *
 * @param hosts       its nodes, as {@code --host} of prte takes them, such as {@code a:2,b:2}; empty for those of the hostfile, of the
 *                    allocation of a resource manager, or this machine
 * @param hostfile    as {@code --hostfile} of prte takes it; empty for none
 * @param environment of prte and of the remote shells that it starts; the program prte is searched in its PATH
 * @param limit       the longest time until the DVM is ready
 */
public record DvmOptions(String hosts, String hostfile, Map<String, String> environment, Duration limit) {
	/** What to do if there is no prte. */
	public static final String MISSING = "the program prte of PRRTE is not in the PATH; install PRRTE 3 or Open MPI 5 (in Debian 13:"
			+ " openmpi-bin), here and on all nodes";
	private static final Duration USUAL_LIMIT = Duration.ofSeconds(60);

	/** Copies the environment. */
	public DvmOptions {
		environment = Map.copyOf(environment);
	}

	/**
	 * {@return options for a DVM on this machine, or on the nodes of an allocation that the environment describes}
	 *
	 * @param environment of this process
	 */
	public static DvmOptions of(Map<String, String> environment) {
		return new DvmOptions("", "", environment, USUAL_LIMIT);
	}

	/**
	 * {@return options for a DVM on the nodes that a job names}
	 *
	 * @param job         the order
	 * @param environment of this process
	 * @throws IllegalArgumentException if programs of the job name different hostfiles: PRRTE starts a DVM from one
	 */
	public static DvmOptions of(JobSpec job, Map<String, String> environment) {
		Set<String> files = new LinkedHashSet<>();
		for (String file : named(job, PlacementOptions.HOSTFILE)) {
			files.add(absolute(job, file));
		}
		if (files.size() > 1) {
			throw new IllegalArgumentException("the programs name different hostfiles, but PRRTE starts its daemons from one: "
					+ String.join(", ", files));
		}
		String hosts = String.join(",", named(job, PlacementOptions.HOSTS));
		return new DvmOptions(hosts, String.join("", files), environment, USUAL_LIMIT);
	}

	private static List<String> named(JobSpec job, JobOption<String> option) {
		List<String> values = new ArrayList<>();
		for (AppSpec app : job.apps()) {
			if (app.options().isSet(option)) {
				values.add(app.options().get(option));
			}
		}
		return values;
	}

	private static String absolute(JobSpec job, String file) {
		try {
			return BytePaths.text(job.directory().resolve(BytePaths.of(file)));
		} catch (InvalidPathException e) {
			throw new IllegalArgumentException("'" + file + "' is not the name of a hostfile", e);
		}
	}

	/**
	 * {@return the same options with another limit}
	 *
	 * @param time until the DVM is ready
	 */
	public DvmOptions withLimit(Duration time) {
		return new DvmOptions(hosts, hostfile, environment, time);
	}

	/**
	 * {@return the release of the program prte, such as {@code PRRTE 3.0.8}; empty if there is none. Runs it, for seconds at most}
	 */
	public Optional<String> release() {
		return program().map(program -> PrrteRelease.of(program).map(release -> "PRRTE " + release).orElse("PRRTE of an unknown release"));
	}

	/** {@return the program prte of the PATH, if there is one} */
	public Optional<Path> program() {
		return program("prte");
	}

	/**
	 * {@return a program of the PATH, if there is one}
	 *
	 * @param name its name
	 */
	public Optional<Path> program(String name) {
		for (String directory : environment.getOrDefault("PATH", "").split(":")) {
			if (directory.startsWith("/")) {
				Path program = BytePaths.of(directory).resolve(name);
				if (Files.isExecutable(program)) {
					return Optional.of(program);
				}
			}
		}
		return Optional.empty();
	}
}
