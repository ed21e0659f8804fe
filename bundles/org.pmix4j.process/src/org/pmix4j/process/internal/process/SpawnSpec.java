// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.process;

import java.nio.file.Path;
import java.util.AbstractMap;
import java.util.BitSet;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

import org.pmix4j.model.bytes.BytePaths;
import org.pmix4j.process.internal.posix.RlimitMarker;
import org.pmix4j.process.internal.posix.WindowSize;

/**
 * The specification of a process: a found program, its arguments and its surroundings. Immutable.
 *
 * @param program the executable, see {@link Program#find}
 * @param arguments the arguments after argv[0], which is the program's given name
 * @param environment the whole environment of the child; nothing is inherited
 * @param directory the working directory, absolute
 * @param stdin true for a pipe fed through {@link ChildProcess#stdin()}, false for /dev/null
 * @param output whether the child's output goes to the {@link OutputHandler}
 * @param group the process group, or session, that the child leads
 * @param mark the limit by which the child and its descendants are recognized; empty if they must not carry that of this process
 * @param binding the processors on which the child runs
 * @param fileModeMask the umask of the child; empty for that of this process
 * @param socket a connection that the child inherits; empty for none
 */
public record SpawnSpec(Program program, List<String> arguments, Map<String, String> environment, Path directory, boolean stdin,
		Output output, Group group, Optional<RlimitMarker> mark, Binding binding, OptionalInt fileModeMask,
		Optional<InheritedSocket> socket) {

	/** The bytes of an argument, or of a variable with its name, that Linux passes on, with the NUL: MAX_ARG_STRLEN for small pages. */
	public static final int MAX_WORD = 131_072;

	/**
	 * The destinations of the output of a child.
	 *
	 * @param isDiscarded whether it goes to /dev/null
	 * @param terminal    the size of the pseudo-terminal for standard output, which is a pipe if the system has no terminal left; empty for
	 *                    a pipe
	 * @param isMerged    whether standard error goes to the same terminal or pipe, which keeps the order; else it has its own pipe
	 */
	public record Output(boolean isDiscarded, Optional<WindowSize> terminal, boolean isMerged) {
		/** Two pipes, read by the loop. */
		public static final Output PIPED = new Output(false, Optional.empty(), false);
		/** /dev/null. */
		public static final Output DISCARDED = new Output(true, Optional.empty(), false);
	}

	/** The kinds of groups that a child leads. */
	public enum Group {
		/** A process group in the session of this process. */
		OWN_GROUP,
		/** A session of its own, out of reach of the terminal's signals. */
		OWN_SESSION
	}

	/**
	 * The processors to which a child is bound. Its memory is not bound; it comes from where the child first touches it.
	 *
	 * @param processors the kernel's numbers, not to be changed; empty if the child may run wherever this process may
	 * @param isRequired whether a child that cannot be bound is not started
	 */
	public record Binding(BitSet processors, boolean isRequired) {
		/** No binding. */
		public static final Binding NONE = new Binding(new BitSet(), false);
	}

	/**
	 * A TCP connection to this machine that is made for the child before it starts. All processes that the child starts inherit it, too,
	 * unless it prevents that.
	 *
	 * @param variable the environment variable that gets the number of the descriptor
	 * @param port     the port, on the loopback address of IPv4
	 * @param greeting the first bytes on the connection, which name the child to the server; a secret of this process
	 */
	public record InheritedSocket(String variable, int port, String greeting) {
		/** Leaves the greeting out. */
		@Override
		public String toString() {
			return variable + " to port " + port;
		}
	}

	/** Copies the collections and refuses texts that the kernel cannot express: NUL characters, and environment names with '='. */
	public SpawnSpec {
		arguments = List.copyOf(arguments);
		environment = Variables.of(environment);
		for (String argument : arguments) {
			checkNoNul("argument", argument);
		}
		if (!directory.isAbsolute()) {
			throw new IllegalArgumentException("working directory " + BytePaths.text(directory) + " is not absolute");
		}
	}

	/** Describes a child that runs wherever this process may. */
	public SpawnSpec(Program program, List<String> arguments, Map<String, String> environment, Path directory, boolean stdin, Output output,
			Group group, Optional<RlimitMarker> mark) {
		this(program, arguments, environment, directory, stdin, output, group, mark, Binding.NONE, OptionalInt.empty(), Optional.empty());
	}

	/** Makes a specification with the umask of this process. */
	public SpawnSpec(Program program, List<String> arguments, Map<String, String> environment, Path directory, boolean stdin, Output output,
			Group group, Optional<RlimitMarker> mark, Binding binding) {
		this(program, arguments, environment, directory, stdin, output, group, mark, binding, OptionalInt.empty(), Optional.empty());
	}

	/** Describes a child in its own group, output piped, standard input from /dev/null. */
	public static SpawnSpec of(Program program, List<String> arguments, Map<String, String> environment, Path directory) {
		return new SpawnSpec(program, arguments, environment, directory, false, Output.PIPED, Group.OWN_GROUP, Optional.empty());
	}

	/** Returns the same specification with standard input piped. */
	public SpawnSpec withStdin() {
		return new SpawnSpec(program, arguments, environment, directory, true, output, group, mark, binding, fileModeMask, socket);
	}

	/** Returns the same specification with a pseudo-terminal of that size for standard output. */
	public SpawnSpec withTerminal(WindowSize size) {
		return withOutput(new Output(false, Optional.of(size), output.isMerged));
	}

	/** Returns the same specification with standard error on the terminal or pipe of standard output. */
	public SpawnSpec withMergedOutput() {
		return withOutput(new Output(false, output.terminal, true));
	}

	private SpawnSpec withOutput(Output other) {
		return new SpawnSpec(program, arguments, environment, directory, stdin, other, group, mark, binding, fileModeMask, socket);
	}

	/** Returns the same specification with another environment. */
	public SpawnSpec withEnvironment(Map<String, String> other) {
		return new SpawnSpec(program, arguments, other, directory, stdin, output, group, mark, binding, fileModeMask, socket);
	}

	/** Returns the same specification with a mark. */
	public SpawnSpec withMark(RlimitMarker other) {
		return new SpawnSpec(program, arguments, environment, directory, stdin, output, group, Optional.of(other), binding, fileModeMask, socket);
	}

	/** Returns the same specification with a binding. */
	public SpawnSpec withBinding(Binding other) {
		return new SpawnSpec(program, arguments, environment, directory, stdin, output, group, mark, other, fileModeMask, socket);
	}

	/** Returns the same specification with a umask. */
	public SpawnSpec withFileModeMask(int other) {
		return new SpawnSpec(program, arguments, environment, directory, stdin, output, group, mark, binding, OptionalInt.of(other),
				socket);
	}

	/** Returns the same specification with a connection that the child inherits. */
	public SpawnSpec withSocket(InheritedSocket other) {
		return new SpawnSpec(program, arguments, environment, directory, stdin, output, group, mark, binding, fileModeMask, Optional.of(other));
	}

	/** The variables of a child, checked once: each rank has its own, and the copies of a specification share them. */
	private static final class Variables extends AbstractMap<String, String> {
		private final Map<String, String> variables;

		private Variables(Map<String, String> variables) {
			this.variables = variables;
		}

		static Map<String, String> of(Map<String, String> given) {
			if (given instanceof Variables) {
				return given;
			}
			if (given.isEmpty()) {
				return Map.of();
			}
			// in the order given, as a program may list it
			Map<String, String> copy = new LinkedHashMap<>(given);
			for (Map.Entry<String, String> variable : copy.entrySet()) {
				String name = variable.getKey();
				if (name.isEmpty() || name.indexOf('=') >= 0) {
					throw new IllegalArgumentException("environment name \"" + name + "\" is empty or contains '='");
				}
				checkNoNul("environment name", name);
				if (variable.getValue().indexOf('\0') >= 0) {
					throw new IllegalArgumentException("value of " + name + " contains a NUL character");
				}
			}
			return new Variables(Collections.unmodifiableMap(copy));
		}

		@Override
		public Set<Map.Entry<String, String>> entrySet() {
			return variables.entrySet();
		}
	}

	private static void checkNoNul(String what, String text) {
		if (text.indexOf('\0') >= 0) {
			throw new IllegalArgumentException(what + " contains a NUL character");
		}
	}
}
