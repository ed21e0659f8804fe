// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.internal.debug;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.Status;
import org.pmix4e.core.spi.ProgramCommand;
import org.pmix4e.dap.internal.Messages;

/**
 * The command of a Python program, in two parts: the interpreter with its options, and the script or module with its arguments. Immutable.
 *
 * @param command the whole command
 * @param before  how many of its words are of the interpreter, at least 1
 */
record PythonCommand(ProgramCommand command, int before) {
	private static final Pattern INTERPRETER = Pattern.compile("(?:python|pypy)(?:\\d+(?:\\.\\d+)*)?");
	private static final Set<String> WITH_VALUE = Set.of("-W", "-X", "--check-hash-based-pycs");
	/** Followed by the program: a module, or code. */
	private static final Set<String> NOT_SCRIPTS = Set.of("-m", "-c");
	/** env has this option to read several words from the first line of a script. */
	private static final String SPLIT = "-S";

	/** Reads a command, or throws with the reason if it runs no program that can be debugged. */
	static PythonCommand of(ProgramCommand command) throws CoreException {
		Path name = Path.of(command.program()).getFileName();
		return name != null && INTERPRETER.matcher(name.toString()).matches() ? ofInterpreter(command) : ofScript(command);
	}

	private static PythonCommand ofInterpreter(ProgramCommand command) throws CoreException {
		List<String> words = command.arguments();
		int next = 0;
		while (next < words.size() && words.get(next).startsWith("-") && !NOT_SCRIPTS.contains(words.get(next))) {
			next += WITH_VALUE.contains(words.get(next)) ? 2 : 1;
		}
		if (next >= words.size()) {
			throw new CoreException(Status.error(Messages.PythonRankDebugger_noScript));
		}
		return new PythonCommand(command, 1 + next);
	}

	/** Reads the command that the kernel makes of the first line of a script. */
	private static PythonCommand ofScript(ProgramCommand script) throws CoreException {
		try (BufferedReader reader = Files.newBufferedReader(Path.of(script.program()), StandardCharsets.ISO_8859_1)) {
			List<String> interpreter = Stream.of(String.valueOf(reader.readLine()).substring(2).strip().split("\\s+"))
					.filter(word -> !word.equals(SPLIT)).toList();
			List<String> words = new ArrayList<>(interpreter.subList(1, interpreter.size()));
			words.add(script.program());
			words.addAll(script.arguments());
			return new PythonCommand(new ProgramCommand(script.name(), interpreter.get(0), words), interpreter.size());
		} catch (IOException e) {
			throw new CoreException(Status.error(String.valueOf(e.getMessage()), e));
		}
	}

	/** Returns the interpreter with its options. */
	List<String> interpreter() {
		return Stream.concat(Stream.of(command.program()), command.arguments().stream()).limit(before).toList();
	}
}
