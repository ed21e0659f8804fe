// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.launch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.pmix4e.core.spi.RankDebuggerFactory;
import org.pmix4j.process.ProgramSearch;
import org.pmix4j.process.stacks.FoundRank;
import org.pmix4j.process.stacks.UserJobs;

/**
 * What a rank runs, as far as its debugger needs to know. Immutable.
 *
 * @param pid  the process that runs the program: not of a shell that has only started it
 * @param name the name of the program's file
 */
record RankProgram(int pid, String name) {
	private static final Pattern PYTHON = Pattern.compile("(?:python|pypy)(?:\\d+(?:\\.\\d+)*)?");
	private static final String JVM = "java";
	private static final String ENV = "env";
	private static final String DELETED = " (deleted)";
	/** Programs that run others which no debugger of machine code can show. */
	private static final Set<String> INTERPRETERS = Set.of("perl", "ruby", "node", "php", "tclsh", "lua", "R", "Rscript", "awk", "gawk",
			"mawk");

	/** Returns the ranks of a job that have processes of this machine, by number. Reads /proc. */
	static Map<Integer, RankProgram> ofJob(String namespace) {
		return UserJobs.find().stream().filter(job -> job.name().equals(namespace)).flatMap(job -> job.ranks().stream())
				.collect(Collectors.toMap(FoundRank::rank, rank -> of(rank.pid()), (one, other) -> one));
	}

	private static RankProgram of(int pid) {
		String path = ProcessHandle.of(pid).flatMap(process -> process.info().command()).orElse("");
		String file = path.endsWith(DELETED) ? path.substring(0, path.length() - DELETED.length()) : path;
		return new RankProgram(pid, fileName(file));
	}

	/** Returns the kind of the debugger for the running program; empty if there is none, because it is an interpreter. */
	Optional<String> kind() {
		return UserJobs.isShell(name) || isInterpreter(name) ? Optional.empty() : Optional.of(kind(name).orElse(RankDebuggerFactory.NATIVE));
	}

	private static boolean isInterpreter(String name) {
		return INTERPRETERS.contains(plain(name));
	}

	/** Returns the name without the number of a release: perl of perl5.36. */
	private static String plain(String name) {
		return name.replaceAll("[-\\d.]+$", "");
	}

	private static Optional<String> kind(String name) {
		return name.equals(JVM) ? Optional.of(RankDebuggerFactory.JAVA)
				: PYTHON.matcher(name).matches() ? Optional.of(RankDebuggerFactory.PYTHON)
						: isInterpreter(name) ? Optional.of(plain(name)) : Optional.empty();
	}

	/**
	 * Returns the kind of the debugger for a program that is to be started: by its name, or else by the interpreter that its first line names.
	 * A shell may start a program of any kind, and counts as a compiled program, until it is known what it has started. The kind of another
	 * interpreter is its name.
	 *
	 * @param file of the program
	 */
	static String kindOf(Path file) {
		Function<String, Optional<String>> kind = RankProgram::kind;
		return kind.apply(fileName(file.toString())).or(() -> interpreter(file).stream().map(RankProgram::fileName)
				.filter(name -> !name.equals(ENV)).findFirst().flatMap(kind)).orElse(RankDebuggerFactory.NATIVE);
	}

	/** Returns the words with which the kernel starts a script; empty for a program without them. Options of env are left out. */
	private static List<String> interpreter(Path file) {
		try {
			return ProgramSearch.interpreter(file).stream().filter(word -> !word.startsWith("-") && word.indexOf('=') < 0).toList();
		} catch (IOException e) {
			return List.of(); // not readable, so no script
		}
	}

	private static String fileName(String path) {
		return path.substring(path.lastIndexOf('/') + 1);
	}
}
