// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Nodes that this machine plays for a test: a head, node0, and others, node1 and so on, each with its own network, name, temporary files
 * and, but for the head, processes. They have the programs of the Debian 13 tree. All ends with {@link #close}, or with this process.
 *
 * @see "releng/peers/nodes.sh"
 */
public final class PretendNodes implements AutoCloseable {
	private static final String SCRIPT = Checkout.root().resolve("releng/peers/nodes.sh").toString();

	private final Path folder;
	private final Process nodes;

	private PretendNodes(Path folder, Process nodes) {
		this.folder = folder;
		this.nodes = nodes;
	}

	/**
	 * @param folder of the nodes, which all of them see; empty
	 * @param count  the number of nodes beside the head
	 * @return the nodes, which are up
	 */
	public static PretendNodes start(Path folder, int count) {
		return up(folder, count);
	}

	/**
	 * Starts nodes with Slurm, whose controller is on the head; the others have two processors each in the partition {@code all}.
	 *
	 * @param folder of the nodes, which all of them see; empty
	 * @param count  the number of nodes beside the head
	 * @return the nodes, which are up and idle
	 */
	public static PretendNodes startWithSlurm(Path folder, int count) {
		return up(folder, count, "slurm");
	}

	/**
	 * Does the same as {@link #startWithSlurm} with Slurm 24.11 of the Debian 13 tree.
	 *
	 * @param folder of the nodes, which all of them see; empty
	 * @param count  the number of nodes beside the head
	 * @return the nodes, which are up and idle
	 */
	public static PretendNodes startWithSlurm24(Path folder, int count) {
		return up(folder, count, "slurm24");
	}

	/**
	 * Starts nodes in a network that this machine is in, too, so that they can connect to it.
	 *
	 * @param folder of the nodes, which all of them see; empty
	 * @param count  the number of nodes beside the head
	 * @return the nodes, which are up
	 */
	public static PretendNodes startBesideMachine(Path folder, int count) {
		return up(folder, count, "beside");
	}

	/**
	 * Starts nodes with Slurm, as {@link #startWithSlurm} does, in a network that this machine is in, too.
	 *
	 * @param folder of the nodes, which all of them see; empty
	 * @param count  the number of nodes beside the head
	 * @return the nodes, which are up and idle
	 */
	public static PretendNodes startWithSlurmBesideMachine(Path folder, int count) {
		return up(folder, count, "slurm", "beside");
	}

	private static PretendNodes up(Path folder, int count, String... words) {
		Peers.trixie(List.of());
		List<String> command = new ArrayList<>(List.of(SCRIPT, "up", folder.toString(), Integer.toString(count)));
		command.addAll(List.of(words));
		try {
			Process nodes = new ProcessBuilder(command).redirectErrorStream(true).start();
			BufferedReader said = new BufferedReader(new InputStreamReader(nodes.getInputStream(), StandardCharsets.UTF_8));
			String first = said.readLine();
			if (!"ready".equals(first)) {
				throw new IllegalStateException("pretend nodes do not start: " + first);
			}
			return new PretendNodes(folder, nodes);
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
	}

	/**
	 * @param node its name
	 * @return the start of a command line that runs a program there
	 */
	public List<String> on(String node) {
		return List.of(SCRIPT, "run", folder.toString(), node);
	}

	/**
	 * @param node its name
	 * @return the start of a command line that runs a program of this machine's system there, such as a command of Slurm
	 */
	public List<String> here(String node) {
		return List.of(SCRIPT, "here", folder.toString(), node);
	}

	/** @return the start of a command line of OpenSSH that reaches the nodes from this machine without their network */
	List<String> ssh() {
		return List.of(SCRIPT, "ssh", folder.toString());
	}

	/**
	 * @return variables for a process outside of the nodes, which finds Slurm's commands as on the head
	 * @throws IOException if they cannot be prepared
	 */
	public Map<String, String> slurm() throws IOException {
		Path commands = Files.createDirectories(folder.resolve("commands"));
		for (String name : List.of("salloc", "srun", "squeue", "sinfo", "scancel", "scontrol")) {
			Path command = commands.resolve(name);
			if (!Files.exists(command)) {
				Files.writeString(command, "#!/bin/sh\nexec " + String.join(" ", here("node0")) + " " + name + " \"$@\"\n");
				Files.setPosixFilePermissions(command, PosixFilePermissions.fromString("rwxr-xr-x"));
			}
		}
		return Map.of("PATH", commands + ":" + System.getenv("PATH"));
	}

	/** @return the folder that all nodes see */
	public Path folder() {
		return folder;
	}

	/**
	 * Ends all processes of a node at once.
	 *
	 * @param node its name; not that of the head
	 * @throws Exception if it cannot be done
	 */
	public void lose(String node) throws Exception {
		Process process = new ProcessBuilder(SCRIPT, "kill", folder.toString(), node).redirectErrorStream(true).start();
		String text = Await.output(process);
		if (process.exitValue() != 0) {
			throw new IllegalStateException(text);
		}
	}

	/**
	 * Closes all ports between a node and this machine, although it still reaches the other nodes.
	 *
	 * @param node its name
	 * @throws Exception if it cannot be done
	 */
	public void separateFromMachine(String node) throws Exception {
		require(node, "ip route del default && ip route add unreachable " + machine());
		try (ServerSocket open = new ServerSocket(0, 1, InetAddress.getByName(machine()))) {
			require(node, "! timeout 5 bash -c ': </dev/tcp/" + machine() + "/" + open.getLocalPort() + "'");
		}
	}

	/**
	 * Opens the ports that {@link #separateFromMachine} has closed.
	 *
	 * @param node its name
	 * @throws Exception if it cannot be done
	 */
	public void rejoinMachine(String node) throws Exception {
		require(node, "ip route del unreachable " + machine() + " && ip route add default via " + machine());
	}

	private void require(String node, String script) throws Exception {
		List<String> command = new ArrayList<>(here(node));
		command.addAll(List.of("sh", "-c", script));
		Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
		String text = Await.output(process);
		if (process.exitValue() != 0) {
			throw new IllegalStateException(node + ": " + script + " fails: " + text);
		}
	}

	/**
	 * @return the address of this machine in the network of the nodes
	 * @throws IOException if it is not known
	 */
	public String machine() throws IOException {
		String head = Files.readAllLines(folder.resolve("hosts")).stream().filter(line -> line.endsWith(" node0")).findFirst().orElseThrow();
		return head.substring(0, head.lastIndexOf('.')) + ".254";
	}

	/**
	 * Makes a node that remote shells reach without a daemon of PRRTE there, or not at all.
	 *
	 * @param node  its name
	 * @param fault {@code hangs} or {@code bare}
	 * @throws IOException if it cannot be done
	 */
	public void spoil(String node, String fault) throws IOException {
		Files.createFile(folder.resolve(node).resolve(fault));
	}

	/**
	 * @param node its name
	 * @return the command lines of all processes of a node that were started there by a remote shell or a daemon
	 * @throws Exception if they cannot be listed
	 */
	public List<String> processes(String node) throws Exception {
		List<String> command = new ArrayList<>(here(node));
		command.addAll(List.of("ps", "-e", "-o", "args="));
		return Await.output(new ProcessBuilder(command).redirectErrorStream(true).start()).lines().map(String::strip)
				.filter(line -> !line.startsWith("ps ") && !line.contains("nodes.sh") && !line.equals("sleep infinity")).toList();
	}

	/**
	 * @param node its name
	 * @param word that their command lines contain
	 * @return those of {@link #processes(String)} with that word
	 */
	public List<String> processes(String node, String word) {
		try {
			return processes(node).stream().filter(line -> line.contains(word)).toList();
		} catch (Exception e) {
			throw new IllegalStateException("the processes of " + node + " cannot be listed", e);
		}
	}

	@Override
	public void close() throws Exception {
		nodes.getOutputStream().close();
		Await.exit(nodes);
	}
}
