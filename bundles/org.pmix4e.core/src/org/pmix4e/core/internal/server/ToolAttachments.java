// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.pmix4e.core.model.FoundServer;
import org.pmix4e.core.model.ServerAttachments;
import org.pmix4e.core.model.ServerElement;
import org.pmix4j.model.PmixException;
import org.pmix4j.tool.PmixTool;
import org.pmix4j.tool.options.ServerChoice;
import org.pmix4j.tool.options.ToolOptions;

/**
 * Attaches to servers in the tool role, with a tool for each. A service; ends with this bundle, and detaches from all servers then. May be
 * used from any thread; whatever waits for a server runs on threads of its own.
 */
public final class ToolAttachments implements ServerAttachments {
	/** The class that the script pmix4j starts. */
	private static final String COMMAND_LINE = "org.pmix4j.cli.Main";
	private static final String PMIX4J = "pmix4j";
	private static final String JAVA = "java";
	/** The JAR file that starts a workbench. */
	private static final String WORKBENCH = "org.eclipse.equinox.launcher";
	/** The options of a JVM whose value is the next argument. */
	private static final Set<String> VALUED = Set.of("-cp", "-classpath", "--class-path", "-p", "--module-path", "--add-modules",
			"--add-opens", "--add-exports", "--add-reads", "--upgrade-module-path");
	/** The namespace of a server of PRRTE: its command, node and process id. */
	private static final Pattern PRRTE = Pattern.compile("(prte|prterun)-.*-(\\d{1,9})@\\d+");
	/** A server that is that slow would make a view useless. */
	private static final Duration CONNECT_LIMIT = Duration.ofSeconds(10);
	private static final Duration REQUEST_LIMIT = Duration.ofSeconds(10);

	private final EngineModel model;

	/** @param model shows the servers and their jobs */
	public ToolAttachments(EngineModel model) {
		this.model = model;
	}

	@Override
	public CompletableFuture<List<FoundServer>> find() {
		return aside(() -> PmixTool.findAll(options(ServerChoice.ANY)).stream().filter(choice -> !isOwn(choice))
				.flatMap(choice -> found(choice).stream()).toList());
	}

	private static boolean isOwn(ServerChoice choice) {
		return choice.equals(ServerChoice.pid(ProcessHandle.current().pid()));
	}

	/** Describes a server; empty if its process has ended and only its file is left. */
	private static Optional<FoundServer> found(ServerChoice choice) {
		if (choice.kind() != ServerChoice.Kind.PID) {
			return Optional.of(new FoundServer(choice.text(), choice.text(), choice.text(), Optional.empty(), Optional.empty()));
		}
		return describe(Long.parseLong(choice.text()));
	}

	/**
	 * @param pid the process id of a server
	 * @return the server; empty if the process has ended
	 */
	public static Optional<FoundServer> describe(long pid) {
		return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).map(process -> {
			List<String> words = words(pid);
			String path = words.isEmpty() ? process.info().command().orElse("") : words.get(0);
			List<String> arguments = words.subList(Math.min(1, words.size()), words.size());
			String name = program(path, arguments);
			return new FoundServer(Long.toString(pid), name, command(path, arguments), directory(pid), process.info().startInstant());
		}).filter(server -> !server.name().isEmpty());
	}

	/** Returns the words of a command line, the first of which the user typed: a command may be a link to a program of another name. */
	private static List<String> words(long pid) {
		try {
			String line = new String(Files.readAllBytes(Path.of("/proc", Long.toString(pid), "cmdline")), StandardCharsets.UTF_8);
			return line.isEmpty() ? List.of() : List.of(line.split("\0"));
		} catch (IOException e) {
			return List.of(); // it has just ended
		}
	}

	/**
	 * Describes the command line of a process without folders and the options of a JVM.
	 *
	 * @param command   the path of the program; empty if it is not known
	 * @param arguments of the process
	 * @return what the user typed
	 */
	public static String command(String command, List<String> arguments) {
		return String.join(" ", typed(command, arguments));
	}

	private static List<String> typed(String command, List<String> arguments) {
		String name = fileName(command);
		List<String> java = name.equals(JAVA) ? afterOptions(arguments) : List.of();
		if (java.isEmpty()) {
			return words(List.of(name), name.equals(JAVA) ? List.of() : arguments);
		}
		String main = fileName(java.get(0));
		List<String> rest = java.subList(1, java.size());
		if (main.equals(COMMAND_LINE)) {
			return words(List.of(PMIX4J), rest);
		}
		return words(main.startsWith(WORKBENCH) ? List.of("Eclipse") : List.of(JAVA, main), rest);
	}

	private static List<String> words(List<String> first, List<String> rest) {
		return Stream.concat(first.stream(), rest.stream()).toList();
	}

	private static String fileName(String path) {
		return path.substring(path.lastIndexOf('/') + 1);
	}

	/** Returns the arguments of a JVM from its class or JAR file on. */
	private static List<String> afterOptions(List<String> arguments) {
		int next = 0;
		while (next < arguments.size() && (arguments.get(next).startsWith("-") || arguments.get(next).startsWith("@"))) {
			next += VALUED.contains(arguments.get(next)) ? 2 : 1;
		}
		return arguments.subList(Math.min(next, arguments.size()), arguments.size());
	}

	/** Returns the working directory of a process of this user. */
	private static Optional<Path> directory(long pid) {
		try {
			return Optional.of(Files.readSymbolicLink(Path.of("/proc", Long.toString(pid), "cwd")));
		} catch (IOException e) {
			return Optional.empty(); // it has just ended, or belongs to a container
		}
	}

	/**
	 * @param command   the path of the program of a process; empty if it is not known
	 * @param arguments of the process
	 * @return the name of the program; with the next word for our command line, and with its class or JAR file for a JVM
	 */
	public static String program(String command, List<String> arguments) {
		List<String> typed = typed(command, arguments);
		boolean needsNext = typed.get(0).equals(PMIX4J) || typed.get(0).equals(JAVA);
		return needsNext && typed.size() > 1 ? typed.get(0) + " " + typed.get(1) : typed.get(0);
	}

	@Override
	public CompletableFuture<ServerElement> attach(String address) {
		return aside(() -> {
			try {
				ServerChoice choice = ServerChoice.named(address.strip());
				PmixTool tool = PmixTool.open(options(choice));
				AttachedServer server = new AttachedServer(model, tool, address.strip(), process(choice, tool.server().nspace()));
				server.begin();
				return server;
			} catch (PmixException | IllegalArgumentException e) {
				throw new CompletionException(FailureText.ofAttachment(e));
			}
		});
	}

	/** Returns the process of a server that was chosen by its process id, or whose namespace contains that, as those of PRRTE do. */
	private static Optional<FoundServer> process(ServerChoice choice, String nspace) {
		if (choice.kind() == ServerChoice.Kind.PID) {
			return describe(Long.parseLong(choice.text()));
		}
		Matcher prrte = PRRTE.matcher(nspace);
		return prrte.matches() ? describe(Long.parseLong(prrte.group(2))).filter(found -> found.name().equals(prrte.group(1)))
				: Optional.empty();
	}

	private static ToolOptions options(ServerChoice choice) {
		return ToolOptions.of(choice).withConnectLimit(CONNECT_LIMIT).withRequestLimit(REQUEST_LIMIT);
	}

	private static <T> CompletableFuture<T> aside(Supplier<T> work) {
		return CompletableFuture.supplyAsync(work, Thread::startVirtualThread);
	}

	void deactivate() {
		model.servers().stream().filter(ServerElement::isAttached).forEach(ServerElement::detach);
	}
}
