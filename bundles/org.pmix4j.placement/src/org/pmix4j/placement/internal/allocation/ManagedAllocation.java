// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.internal.allocation;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.job.internal.nodelist.NodeListParser;
import org.pmix4j.model.bytes.BytePaths;
import org.pmix4j.model.internal.text.FileFailure;

/**
 * The nodes that a resource manager has allocated to this process, according to its environment. Immutable.
 *
 * @param manager its name, such as Slurm
 * @param id      of the allocation
 * @param slots   the number of slots on each node, in the order of the manager
 */
public record ManagedAllocation(String manager, String id, Map<String, Integer> slots) {
	private static final long LARGEST_FILE = 16 << 20;

	/**
	 * Reads the allocation of Slurm, PBS, LSF or Grid Engine. May block on the file system, but not if there is none.
	 *
	 * @param environment of this process
	 * @return the allocation; empty if no resource manager has started this process
	 * @throws IOException if the environment of the manager is incomplete or broken; the message names the variable
	 */
	public static Optional<ManagedAllocation> find(Map<String, String> environment) throws IOException {
		try {
			Optional<ManagedAllocation> found = SlurmNodes.find(environment);
			return found.isPresent() ? found : ofFiles(environment);
		} catch (IllegalArgumentException e) {
			throw new IOException(e.getMessage(), e);
		}
	}

	/** @return the names of its nodes */
	public List<String> nodes() {
		return List.copyOf(slots.keySet());
	}

	private static Optional<ManagedAllocation> ofFiles(Map<String, String> environment) throws IOException {
		String pbs = first(environment, "PBS_JOBID", "COBALT_JOBID");
		if (!pbs.isEmpty()) {
			String name = environment.containsKey("PBS_JOBID") ? "PBS_NODEFILE" : "COBALT_NODEFILE";
			return Optional.of(new ManagedAllocation("PBS", pbs, ofLines(environment, name, true)));
		}
		String lsf = environment.getOrDefault("LSB_JOBID", "");
		if (!lsf.isEmpty()) {
			return Optional.of(new ManagedAllocation("LSF", lsf, lsf(environment)));
		}
		String gridEngine = environment.getOrDefault("JOB_ID", "");
		return gridEngine.isEmpty() || environment.getOrDefault("PE_HOSTFILE", "").isEmpty() ? Optional.empty()
				: Optional.of(new ManagedAllocation("Grid Engine", gridEngine, ofLines(environment, "PE_HOSTFILE", false)));
	}

	private static String first(Map<String, String> environment, String... names) {
		for (String name : names) {
			if (!environment.getOrDefault(name, "").isEmpty()) {
				return environment.get(name);
			}
		}
		return "";
	}

	private static Map<String, Integer> lsf(Map<String, String> environment) throws IOException {
		if (!environment.getOrDefault("LSB_DJOB_HOSTFILE", "").isEmpty()) {
			return ofLines(environment, "LSB_DJOB_HOSTFILE", true);
		}
		Map<String, Integer> slots = new LinkedHashMap<>();
		String[] counted = environment.getOrDefault("LSB_MCPU_HOSTS", "").strip().split("\\s+");
		for (int i = 0; i < counted.length && !counted[0].isEmpty(); i += 2) {
			String count = i + 1 < counted.length ? counted[i + 1] : "";
			slots.merge(counted[i], NodeListParser.number(count, "LSB_MCPU_HOSTS: the number of slots of " + counted[i]), Integer::sum);
		}
		if (slots.isEmpty()) {
			for (String host : environment.getOrDefault("LSB_HOSTS", "").strip().split("\\s+")) {
				if (!host.isEmpty()) {
					slots.merge(host, 1, Integer::sum);
				}
			}
		}
		return required(slots, "LSB_DJOB_HOSTFILE, LSB_MCPU_HOSTS and LSB_HOSTS name");
	}

	/** Reads a file with a node a line: a slot for each mention, or the number of slots behind the name. */
	private static Map<String, Integer> ofLines(Map<String, String> environment, String name, boolean aSlotEach) throws IOException {
		String value = environment.getOrDefault(name, "");
		if (value.isEmpty()) {
			throw new IOException("the environment of a resource manager lacks " + name + ", so its nodes are unknown");
		}
		Map<String, Integer> slots = new LinkedHashMap<>();
		for (String line : lines(name, value)) {
			String[] words = line.strip().split("\\s+");
			if (!words[0].isEmpty()) {
				slots.merge(words[0], aSlotEach ? 1 : NodeListParser.number(words.length > 1 ? words[1] : "",
						"file " + value + " of " + name + ": the number of slots of " + words[0]), Integer::sum);
			}
		}
		return required(slots, "file " + value + " of " + name + " names");
	}

	private static List<String> lines(String name, String value) throws IOException {
		try {
			Path file = BytePaths.of(value);
			if (Files.size(file) > LARGEST_FILE) {
				throw new IOException("it is larger than " + LARGEST_FILE + " bytes");
			}
			return Files.readAllLines(file, StandardCharsets.ISO_8859_1);
		} catch (IOException e) {
			throw new IOException("file " + value + " of " + name + " cannot be read: " + FileFailure.reason(e), e);
		} catch (InvalidPathException e) {
			throw new IOException("file " + value + " of " + name + " has no valid name: " + e.getMessage(), e);
		}
	}

	private static Map<String, Integer> required(Map<String, Integer> slots, String where) throws IOException {
		if (slots.isEmpty()) {
			throw new IOException(where + " no node");
		}
		return slots;
	}
}
