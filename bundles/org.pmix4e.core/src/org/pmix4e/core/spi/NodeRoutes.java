// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.spi;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.OperationCanceledException;
import org.eclipse.core.runtime.Status;
import org.pmix4e.core.internal.Messages;

/**
 * The ways from other nodes to ports of this machine. Each node is asked by ssh whether it can connect to this machine. If it cannot, the
 * same connection of ssh forwards a port of the loopback interface of the node to each of ours. So no rank ever listens: a Java virtual
 * machine that does obeys every user of its node. Owned by a {@link RankPorts}; thread-safe.
 *
 * @see "ssh(1), -R, and sshd_config(5), AllowTcpForwarding"
 */
final class NodeRoutes implements AutoCloseable {
	/** How a node answers. */
	private enum Kind {
		DIRECT, FORWARDED, CLOSED, UNKNOWN
	}

	/**
	 * @param node   as the engine names it
	 * @param host   as the node names itself; empty if it is not known
	 * @param ports  of the node, by the port of this machine to which they are forwarded
	 * @param reason why it is closed or unknown
	 */
	private record Route(Kind kind, String node, String host, Map<Integer, Integer> ports, String reason) {
	}

	/** A larger job must not start hundreds of processes at once. */
	private static final int PARALLEL = 16;
	private static final int LIMIT_SECONDS = 30;
	private static final long LOOK_MILLISECONDS = 100;
	private static final int MOST_NAMED = 8;
	private static final int MOST_REASON = 300;
	private static final String MARK = "pmix4e-route ";
	private static final String OPEN = "open ";
	/**
	 * Tries to connect to this machine; a firewall may drop the attempt without an answer. If that fails, keeps the forwarded ports until
	 * the standard input ends, also when this process is killed.
	 */
	private static final String SCRIPT = "if timeout 5 bash -c ': </dev/tcp/%s/%d' 2>/dev/null; then echo %sopen $(uname -n); exit; fi;"
			+ " echo %sclosed $(uname -n); exec cat >/dev/null";
	private static final Pattern ALLOCATED = Pattern.compile("Allocated port (\\d+) for remote forward to .*:(\\d+)");
	/** Names that the shell of a rank can compare. */
	private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._-]+");

	private final RankNodes nodes;
	private final List<Integer> ports;
	private final Set<Process> processes = ConcurrentHashMap.newKeySet();
	private final List<Route> routes = new ArrayList<>();
	private volatile boolean isClosed;

	private NodeRoutes(RankNodes nodes, Collection<Integer> ports) {
		this.nodes = nodes;
		this.ports = List.copyOf(ports);
	}

	/**
	 * Asks all nodes. Waits until each has answered, has failed or is late.
	 *
	 * @param ports those of this machine
	 * @throws IOException                if there is no free port for the question
	 * @throws OperationCanceledException if the user cancels
	 */
	static NodeRoutes open(RankNodes nodes, Collection<Integer> ports) throws IOException {
		NodeRoutes opened = new NodeRoutes(nodes, ports);
		boolean isOpen = false;
		// the kernel completes as many connections as the backlog has places, without a call of accept
		try (ServerSocket probe = new ServerSocket(0, nodes.names().size() + 1, nodes.address())) {
			opened.ask(probe.getLocalPort());
			isOpen = true;
			return opened;
		} finally {
			if (!isOpen) {
				opened.close();
			}
		}
	}

	private void ask(int probe) {
		Semaphore free = new Semaphore(PARALLEL);
		List<CompletableFuture<Route>> answers = nodes.names().stream().map(node -> CompletableFuture.supplyAsync(() -> {
			free.acquireUninterruptibly();
			try {
				return ask(node, probe).join();
			} finally {
				free.release();
			}
		}, Thread::startVirtualThread)).toList();
		nodes.monitor().subTask(MessageFormat.format(Messages.NodeRoutes_asking, nodes.names().size(), nodes.address().getHostAddress()));
		CompletableFuture<Void> all = CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new));
		while (!isDone(all)) {
			if (nodes.monitor().isCanceled()) {
				throw new OperationCanceledException();
			}
		}
		answers.forEach(answer -> routes.add(answer.join()));
	}

	private static boolean isDone(CompletableFuture<Void> all) {
		try {
			all.get(LOOK_MILLISECONDS, TimeUnit.MILLISECONDS);
			return true;
		} catch (TimeoutException e) {
			return false;
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
			throw new OperationCanceledException();
		} catch (ExecutionException e) {
			throw new IllegalStateException(e);
		}
	}

	private CompletableFuture<Route> ask(String node, int probe) {
		if (nodes.shell().isEmpty()) {
			return CompletableFuture.completedFuture(unknown(node, Messages.NodeRoutes_noShell));
		}
		// another connection of the user must neither carry the ports nor keep them, and the ports are read from what ssh reports
		List<String> options = new ArrayList<>(List.of("-o", "ControlPath=none", "-o", "LogLevel=INFO", "-o", "ExitOnForwardFailure=no"));
		ports.forEach(port -> options.addAll(List.of("-R", "127.0.0.1:0:" + bracketed(nodes.address()) + ":" + port)));
		String script = SCRIPT.formatted(nodes.address().getHostAddress(), probe, MARK, MARK);
		try {
			Process process = new ProcessBuilder(nodes.command(options, node, script)).redirectErrorStream(true).start();
			processes.add(process);
			CompletableFuture<Route> answer = new CompletableFuture<>();
			Thread.ofVirtual().name("pmix4e-route-" + node).start(() -> read(process, node, answer));
			if (isClosed) {
				process.destroyForcibly();
			}
			return answer.completeOnTimeout(unknown(node, MessageFormat.format(Messages.NodeRoutes_late, LIMIT_SECONDS)), LIMIT_SECONDS,
					TimeUnit.SECONDS).thenApply(route -> {
						if (route.kind != Kind.FORWARDED) {
							process.destroyForcibly();
						}
						return route;
					});
		} catch (IOException e) {
			return CompletableFuture.completedFuture(unknown(node, String.valueOf(e.getMessage())));
		}
	}

	/** Reads the answer of a node, and then the rest, so that ssh does not wait for a reader. */
	private void read(Process process, String node, CompletableFuture<Route> answer) {
		Map<Integer, Integer> allocated = new TreeMap<>();
		List<String> words = new ArrayList<>();
		try (BufferedReader said = process.inputReader(StandardCharsets.UTF_8)) {
			for (String line = said.readLine(); line != null; line = said.readLine()) {
				String text = line.strip();
				Matcher port = ALLOCATED.matcher(text);
				if (answer.isDone()) {
					continue;
				} else if (text.startsWith(MARK)) {
					answer.complete(answered(node, text.substring(MARK.length()), allocated, words));
				} else if (port.matches()) {
					allocated.put(Integer.parseInt(port.group(2)), Integer.parseInt(port.group(1)));
				} else {
					words.add(text);
				}
			}
		} catch (IOException e) {
			words.add(String.valueOf(e.getMessage()));
		}
		processes.remove(process);
		answer.complete(unknown(node, reason(words)));
	}

	private Route answered(String node, String text, Map<Integer, Integer> allocated, List<String> words) {
		boolean isOpen = text.startsWith(OPEN);
		String host = text.substring(text.indexOf(' ') + 1);
		if (isOpen) {
			return new Route(Kind.DIRECT, node, host, Map.of(), "");
		}
		if (!HOST.matcher(host).matches()) {
			return unknown(node, MessageFormat.format(Messages.NodeRoutes_badName, host));
		}
		return allocated.keySet().containsAll(ports) ? new Route(Kind.FORWARDED, node, host, allocated, "")
				: new Route(Kind.CLOSED, node, host, Map.of(), reason(words));
	}

	private static Route unknown(String node, String reason) {
		return new Route(Kind.UNKNOWN, node, "", Map.of(), reason);
	}

	private static String reason(List<String> words) {
		String text = String.join(" ", words);
		return text.isBlank() ? Messages.NodeRoutes_noReason : text.substring(0, Math.min(text.length(), MOST_REASON));
	}

	/** Returns an address as a shell, ssh and a Java virtual machine read it before a port. */
	static String bracketed(InetAddress address) {
		String text = address.getHostAddress();
		return address instanceof Inet6Address ? "[" + text + "]" : text;
	}

	/** Throws with the reason if no way leads from any of the nodes, so that no rank could be debugged. */
	void requireSome() throws CoreException {
		if (!routes.isEmpty() && of(Kind.CLOSED).size() == routes.size()) {
			throw new CoreException(Status.error(noWay()));
		}
	}

	private List<Route> of(Kind kind) {
		return routes.stream().filter(route -> route.kind == kind).toList();
	}

	private String noWay() {
		return MessageFormat.format(Messages.NodeRoutes_noWay, names(Kind.CLOSED), nodes.address().getHostAddress(),
				of(Kind.CLOSED).get(0).reason);
	}

	/**
	 * Returns the part of a rank's script that replaces the address {@code $a} and the port {@code $p}, or starts the program without a
	 * debugger.
	 */
	String script(Map<Integer, Integer> portsOfRanks) {
		StringBuilder script = new StringBuilder();
		of(Kind.CLOSED).forEach(route -> script.append(route.host).append("' '*) exec \"$@\";; "));
		of(Kind.FORWARDED).forEach(route -> portsOfRanks.forEach((rank, port) -> script.append(route.host)
				.append("' '").append(rank).append(") a=127.0.0.1 p=").append(route.ports.get(port)).append(";; ")));
		return script.isEmpty() ? "" : "case $(uname -n)' '$PMIX_RANK in " + script + "esac; ";
	}

	/** Returns what the user must know, in lines. Of many nodes, the first reason stands for all. */
	List<String> notes() {
		String own = nodes.address().getHostAddress();
		List<String> notes = new ArrayList<>();
		if (of(Kind.FORWARDED).size() + of(Kind.CLOSED).size() < Math.max(1, routes.size())) {
			notes.add(MessageFormat.format(Messages.NodeRoutes_direct, own));
		}
		if (!of(Kind.FORWARDED).isEmpty()) {
			notes.add(MessageFormat.format(Messages.NodeRoutes_forwarded, names(Kind.FORWARDED), own));
		}
		if (!of(Kind.CLOSED).isEmpty()) {
			notes.add(MessageFormat.format(Messages.NodeRoutes_closed, names(Kind.CLOSED), noWay()));
		}
		if (!of(Kind.UNKNOWN).isEmpty()) {
			notes.add(MessageFormat.format(Messages.NodeRoutes_unknown, names(Kind.UNKNOWN), of(Kind.UNKNOWN).get(0).reason));
		}
		return notes;
	}

	private String names(Kind kind) {
		List<String> all = of(kind).stream().map(Route::node).toList();
		String first = String.join(", ", all.subList(0, Math.min(all.size(), MOST_NAMED)));
		return all.size() > MOST_NAMED ? first + ", ..." : first;
	}

	/** Ends the forwarding, and with it the connections that use it. */
	@Override
	public void close() {
		isClosed = true;
		processes.forEach(Process::destroyForcibly);
	}
}
