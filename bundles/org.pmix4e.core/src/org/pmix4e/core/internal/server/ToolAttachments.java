// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

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
			ProcessHandle.Info info = process.info();
			String name = program(info);
			return new FoundServer(Long.toString(pid), name, command(name, List.of(info.arguments().orElse(new String[0]))), directory(pid),
					info.startInstant());
		}).filter(server -> !server.name().isEmpty());
	}

	/** Returns the command line without the options of a JVM that runs our command line. */
	private static String command(String name, List<String> arguments) {
		int main = arguments.indexOf(COMMAND_LINE);
		List<String> typed = main < 0 ? arguments : arguments.subList(Math.min(main + 2, arguments.size()), arguments.size());
		return typed.isEmpty() ? name : name + " " + String.join(" ", typed);
	}

	/** Returns the working directory of a process of this user. */
	private static Optional<Path> directory(long pid) {
		try {
			return Optional.of(Files.readSymbolicLink(Path.of("/proc", Long.toString(pid), "cwd")));
		} catch (IOException e) {
			return Optional.empty(); // it has just ended, or belongs to a container
		}
	}

	private static String program(ProcessHandle.Info info) {
		return program(info.command().orElse(""), List.of(info.arguments().orElse(new String[0])));
	}

	/**
	 * @param command   the path of the program of a process; empty if it is not known
	 * @param arguments of the process
	 * @return the name of the program; for a JVM that runs our command line, the command that the user typed
	 */
	public static String program(String command, List<String> arguments) {
		int main = arguments.indexOf(COMMAND_LINE);
		if (main >= 0 && main + 1 < arguments.size()) {
			return "pmix4j " + arguments.get(main + 1);
		}
		return command.substring(command.lastIndexOf('/') + 1);
	}

	@Override
	public CompletableFuture<ServerElement> attach(String address) {
		return aside(() -> {
			try {
				AttachedServer server = new AttachedServer(model, PmixTool.open(options(ServerChoice.named(address.strip()))), address.strip());
				server.begin();
				return server;
			} catch (PmixException e) {
				throw new CompletionException(e);
			}
		});
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
