// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Commands of the head of pretend nodes for a program that cannot enter its network itself, such as a workbench: a folder for the front
 * of its PATH with prte, ssh and, if they have Slurm, its commands. They run on the head, and the address that prte prints can be reached
 * from here.
 */
public final class HeadGateway implements AutoCloseable {
	private static final String HEAD = "node0";
	private static final long LOOK_MILLISECONDS = 20;
	/** Prints the lines of prte; a port in them is replaced by one of this machine that leads there. */
	private static final String PRTE = """
			#!/bin/bash
			%s /usr/bin/prte "$@" | while IFS= read -r line; do
				if [[ $line =~ tcp4://127\\.0\\.0\\.1:([0-9]+) ]]; then
					: >"%s/${BASH_REMATCH[1]}.wanted"
					for ((i = 0; i < 1500; i++)); do
						[ ! -e "%s/${BASH_REMATCH[1]}.open" ] || break
						sleep 0.02
					done
					line=${line/127.0.0.1:${BASH_REMATCH[1]}/127.0.0.1:$(<"%s/${BASH_REMATCH[1]}.open")}
				fi
				printf '%%s\\n' "$line"
			done
			exit "${PIPESTATUS[0]}"
			""";
	/** Connects standard input and output with a port of the network that it runs in, until one side closes the connection. */
	private static final String RELAY = "exec 3<>/dev/tcp/127.0.0.1/%d 4<&0; cat <&3 & reader=$!; cat <&4 >&3 & writer=$!; wait -n;"
			+ " kill $reader $writer";

	private final PretendNodes nodes;
	private final Path bin;
	private final Path doors;
	private final Set<AutoCloseable> open = ConcurrentHashMap.newKeySet();
	private final Thread doorkeeper = new Thread(this::watch, "head-gateway");
	private volatile boolean closed;

	private HeadGateway(PretendNodes nodes) throws IOException {
		this.nodes = nodes;
		bin = Files.createDirectories(nodes.folder().resolve("outside/bin"));
		doors = Files.createDirectories(nodes.folder().resolve("outside/doors"));
	}

	/**
	 * @param nodes are up
	 * @return the commands, until it is closed
	 * @throws IOException if they cannot be written
	 */
	public static HeadGateway open(PretendNodes nodes) throws IOException {
		HeadGateway gateway = new HeadGateway(nodes);
		gateway.command("prte", PRTE.formatted(quoted(nodes.on(HEAD)), gateway.doors, gateway.doors, gateway.doors));
		gateway.command("ssh", "#!/bin/sh\nexec " + quoted(nodes.on(HEAD)) + " ssh \"$@\"\n");
		if (Files.isDirectory(nodes.folder().resolve("slurm"))) {
			for (String name : List.of("salloc", "scancel", "sinfo", "squeue", "srun")) {
				gateway.command(name, "#!/bin/sh\nexec " + quoted(nodes.here(HEAD)) + " " + name + " \"$@\"\n");
			}
		}
		gateway.doorkeeper.setDaemon(true);
		gateway.doorkeeper.start();
		return gateway;
	}

	private static String quoted(List<String> words) {
		return "'" + String.join("' '", words) + "'";
	}

	private void command(String name, String text) throws IOException {
		Path file = Files.writeString(bin.resolve(name), text);
		if (!file.toFile().setExecutable(true)) {
			throw new IOException(file + " cannot be made executable");
		}
	}

	/**
	 * Replaces the stand-in for ssh by OpenSSH, which reaches the nodes without their network: ports between them and this machine may be
	 * closed. PRRTE keeps the stand-in.
	 *
	 * @param settings further lines of sshd_config
	 * @throws Exception if it cannot be prepared
	 */
	public void useOpenSsh(String... settings) throws Exception {
		Path folder = nodes.folder().resolve("ssh");
		Process keys = new ProcessBuilder(Peers.sshd().toString(), "keys", folder.toString()).redirectErrorStream(true).start();
		String text = Await.output(keys);
		if (keys.exitValue() != 0) {
			throw new IOException(text);
		}
		Files.write(folder.resolve("sshd_config"), List.of(settings), StandardOpenOption.APPEND);
		command("ssh", "#!/bin/sh\nexec " + quoted(nodes.ssh()) + " \"$@\"\n");
	}

	/** @return the folder with the commands */
	public Path bin() {
		return bin;
	}

	/** @return variables of launches that find the commands, and the folder for temporary files that each node has */
	public Map<String, String> environment() {
		return Map.of("PATH", bin + ":" + System.getenv("PATH"), "TMPDIR", "/tmp");
	}

	private void watch() {
		try {
			while (!closed) {
				try (Stream<Path> files = Files.list(doors)) {
					for (Path wanted : files.filter(file -> file.toString().endsWith(".wanted")).toList()) {
						String port = wanted.getFileName().toString().replace(".wanted", "");
						Path marker = doors.resolve(port + ".open");
						if (!Files.exists(marker)) {
							Path opened = Files.writeString(doors.resolve(port + ".opened"), Integer.toString(listen(Integer.parseInt(port))));
							Files.move(opened, marker, StandardCopyOption.ATOMIC_MOVE);
						}
					}
				}
				Thread.sleep(LOOK_MILLISECONDS);
			}
		} catch (IOException e) {
			if (!closed) {
				throw new UncheckedIOException(e);
			}
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
		}
	}

	/** Listens at a port of this machine that is free, and returns it. */
	private int listen(int port) throws IOException {
		ServerSocket door = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
		open.add(door);
		Thread.startVirtualThread(() -> {
			while (!door.isClosed()) {
				try {
					connect(door.accept(), port);
				} catch (IOException e) {
					// closed
				}
			}
		});
		return door.getLocalPort();
	}

	private void connect(Socket inside, int port) throws IOException {
		String pid = Files.readString(nodes.folder().resolve(HEAD).resolve("pid")).strip();
		Process relay = new ProcessBuilder("nsenter", "-t", pid, "-n", "bash", "-c", RELAY.formatted(port)).redirectError(
				ProcessBuilder.Redirect.DISCARD).start();
		open.add(inside);
		Thread.startVirtualThread(() -> copy(relay.getInputStream(), inside, relay));
		Thread.startVirtualThread(() -> {
			try (OutputStream out = relay.getOutputStream(); InputStream in = inside.getInputStream()) {
				byte[] buffer = new byte[1 << 16];
				for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
					out.write(buffer, 0, count);
					out.flush();
				}
			} catch (IOException e) {
				// the other side has closed it
			}
			end(relay);
		});
	}

	/** Forwards the output of the head, and closes the connection at its end. */
	private void copy(InputStream from, Socket to, Process relay) {
		try (to; OutputStream out = to.getOutputStream()) {
			from.transferTo(out);
		} catch (IOException e) {
			// the other side has closed it
		}
		open.remove(to);
		end(relay);
	}

	/** Ends a relay when it has forwarded all of its input. */
	private static void end(Process relay) {
		try {
			Await.ends(relay);
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
		}
		relay.destroyForcibly();
	}

	@Override
	public void close() throws Exception {
		closed = true;
		for (AutoCloseable each : open) {
			each.close();
		}
		doorkeeper.join();
	}
}
