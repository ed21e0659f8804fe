// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What maintainers need to know of the machine on which a fault was seen: system, limits, places, and the other launchers, libraries and
 * debuggers. It has no name of a user, a node or a folder, and no value of a variable, so that it can be published. Stateless; blocks for
 * the programs that it asks for their versions.
 */
public final class SupportReport {
	private static final int LIMIT_SECONDS = 10;
	private static final int LONGEST = 120;
	private static final long MEBIBYTE = 1 << 20;
	/** Variables of launchers and schedulers, which change what a job does. */
	private static final Pattern VARIABLE = Pattern
			.compile("(PMIX4J_|PMIX_|PMI_|OMPI_|PRTE_|SLURM_|PBS_|LSB_|MPICH_|MPIR_|HYDRA_|I_MPI_|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_).*");
	private static final Map<String, List<String>> PROGRAMS = programs();

	private SupportReport() {
	}

	private static Map<String, List<String>> programs() {
		Map<String, List<String>> all = new LinkedHashMap<>();
		all.put("C library", List.of("getconf", "GNU_LIBC_VERSION"));
		all.put("pmix_info", List.of("pmix_info", "--show-version", "pmix:full"));
		for (String program : List.of("mpirun", "prterun", "mpiexec.hydra", "srun", "gcc", "python3", "gdb", "lldb", "lldb-14")) {
			all.put(program, List.of(program, "--version"));
		}
		return all;
	}

	/**
	 * @param environment of this process
	 * @param temporary   the folder for session directories
	 * @return a line each, as {@code name: value}; what is not known is left out
	 */
	public static List<String> lines(Map<String, String> environment, Path temporary) {
		List<String> lines = new ArrayList<>();
		read(Path.of("/etc/os-release"), "PRETTY_NAME=\"?([^\"\n]*)").ifPresent(name -> lines.add("system: " + name));
		lines.add("kernel: " + System.getProperty("os.name") + " " + System.getProperty("os.version") + " " + System.getProperty("os.arch"));
		read(Path.of("/proc/self/status"), "Cpus_allowed_list:\\s*(.*)").ifPresent(list -> lines.add("processors: " + list));
		read(Path.of("/proc/meminfo"), "MemTotal:\\s*(.*)").ifPresent(size -> lines.add("memory: " + size));
		limits(lines);
		container(lines);
		lines.add("space for session directories: " + space(temporary));
		lines.add("space for shared memory: " + space(Path.of("/dev/shm")));
		read(Path.of("/proc/sys/kernel/yama/ptrace_scope"), "(.*)").ifPresent(scope -> lines.add("ptrace_scope: " + scope));
		lines.add("variables of launchers: " + variables(environment));
		PROGRAMS.forEach((name, command) -> lines.add(name + ": " + version(command)));
		return lines;
	}

	private static void limits(List<String> lines) {
		for (String name : List.of("Max processes", "Max open files", "Max stack size", "Max address space", "Max locked memory")) {
			read(Path.of("/proc/self/limits"), Pattern.quote(name) + "\\s+(\\S+)\\s+(\\S+)", " soft, ")
					.ifPresent(limit -> lines.add("limit, " + name.substring("Max ".length()) + ": " + limit + " hard"));
		}
	}

	/** Adds the limits of this process's control group, and whether it is in a container. */
	private static void container(List<String> lines) {
		Optional<Path> group = read(Path.of("/proc/self/cgroup"), "0::/(.*)").map(Path.of("/sys/fs/cgroup")::resolve);
		for (String file : List.of("memory.max", "pids.max", "cpu.max")) {
			group.flatMap(folder -> read(folder.resolve(file), "(.*)")).ifPresent(limit -> lines.add("control group, " + file + ": " + limit));
		}
		boolean contained = Files.exists(Path.of("/.dockerenv")) || Files.exists(Path.of("/run/.containerenv"));
		lines.add("container: " + (contained ? "yes" : "no sign of one") + (ProcessHandle.current().pid() == 1 ? ", as its first process" : ""));
	}

	private static Optional<String> read(Path file, String pattern) {
		return read(file, pattern, "");
	}

	/** Returns the groups of the first match in a file. */
	private static Optional<String> read(Path file, String pattern, String between) {
		try {
			Matcher found = Pattern.compile(pattern).matcher(Files.readString(file));
			return !found.find() ? Optional.empty()
					: Optional.of(found.groupCount() == 1 ? found.group(1) : found.group(1) + between + found.group(2));
		} catch (IOException | SecurityException e) {
			return Optional.empty();
		}
	}

	private static String space(Path folder) {
		try {
			FileStore store = Files.getFileStore(folder);
			return store.getUsableSpace() / MEBIBYTE + " of " + store.getTotalSpace() / MEBIBYTE + " MiB free, " + store.type()
					+ (Files.isWritable(folder) ? "" : ", not writable");
		} catch (IOException e) {
			return "none (" + e.getClass().getSimpleName() + ")";
		}
	}

	private static String variables(Map<String, String> environment) {
		TreeSet<String> names = new TreeSet<>(environment.keySet());
		names.removeIf(name -> !VARIABLE.matcher(name).matches());
		return names.isEmpty() ? "none" : String.join(" ", names);
	}

	/** Returns the first line with a version that a program prints. */
	private static String version(List<String> command) {
		try {
			Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
			process.getOutputStream().close();
			if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
				process.destroyForcibly();
				return "does not say its version";
			}
			// a descendant may keep the pipe open
			InputStream output = process.getInputStream();
			String text = new String(output.readNBytes(output.available()), StandardCharsets.UTF_8);
			String line = text.lines().filter(each -> each.matches(".*\\d\\.\\d.*")).findFirst().orElse("does not say its version").strip()
					.replaceAll("\\s+", " ");
			return line.substring(0, Math.min(line.length(), LONGEST));
		} catch (IOException e) {
			return "none";
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
			return "not asked";
		}
	}
}
