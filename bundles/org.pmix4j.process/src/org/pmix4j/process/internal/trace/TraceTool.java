// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.trace;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.pmix4j.process.internal.posix.ProcFs;

/**
 * A program that prints the stack traces of a process. Immutable.
 *
 * @param name    of the program
 * @param options before the process id
 * @param last    behind the process id
 */
record TraceTool(String name, List<String> options, List<String> last) {
	/** Prints the stacks of a JVM. */
	static final TraceTool JSTACK = new TraceTool("jstack", List.of("-l"), List.of());
	/** Prints the stacks of an interpreter of Python. */
	private static final TraceTool PY_SPY = new TraceTool("py-spy", List.of("dump", "--pid"), List.of());
	private static final TraceTool GDB = new TraceTool("gdb", List.of("--batch", "-nx", "-iex", "set debuginfod enabled off", "-p"),
			List.of("-ex", "thread apply all bt"));
	/** Print the stacks of any process; the quickest is the first. */
	static final List<TraceTool> NATIVE = List.of(new TraceTool("eu-stack", List.of("-p"), List.of()),
			new TraceTool("gstack", List.of(), List.of()), GDB);

	/**
	 * Returns the programs for an interpreter of Python, the best first: those that know it before those that show its native frames.
	 *
	 * @param scripts that teach gdb the interpreter, which loads those of the system without being asked
	 */
	static List<TraceTool> python(List<Path> scripts) {
		List<String> options = new ArrayList<>(GDB.options.subList(0, GDB.options.size() - 1));
		scripts.forEach(script -> options.addAll(List.of("-iex", "add-auto-load-safe-path " + script)));
		options.add("-p");
		List<String> last = new ArrayList<>(List.of("-ex", "thread apply all -s py-bt"));
		last.addAll(GDB.last);
		List<TraceTool> tools = new ArrayList<>(List.of(PY_SPY, new TraceTool("gdb", options, last)));
		NATIVE.stream().filter(tool -> tool != GDB).forEach(tools::add);
		return tools;
	}

	/** Returns the options for a process. One with another root directory has other libraries at the same paths, which GDB must read. */
	private List<String> options(int pid) {
		if (!name.equals(GDB.name) || !ProcFs.hasOtherRoot(pid)) {
			return options;
		}
		List<String> all = new ArrayList<>(options.subList(0, options.size() - 1));
		all.addAll(List.of("-iex", "set sysroot /proc/" + pid + "/root", "/proc/" + pid + "/exe", options.getLast()));
		return all;
	}

	/**
	 * Returns the command for a process; empty if the program is in none of the directories.
	 *
	 * @param directories in the form of PATH
	 */
	Optional<List<String>> command(String directories, int pid) {
		for (String directory : directories.split(File.pathSeparator)) {
			if (directory.isEmpty()) {
				continue;
			}
			try {
				Path program = Path.of(directory, name);
				if (Files.isExecutable(program) && !Files.isDirectory(program)) {
					List<String> command = new ArrayList<>(List.of(program.toString()));
					command.addAll(options(pid));
					command.add(Integer.toString(pid));
					command.addAll(last);
					return Optional.of(command);
				}
			} catch (InvalidPathException e) {
				continue;
			}
		}
		return Optional.empty();
	}
}
