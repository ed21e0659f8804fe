// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.prrte;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.pmix4j.dvm.EngineServer;
import org.pmix4j.dvm.ServerEngine;
import org.pmix4j.job.JobListener;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.prrte.internal.SessionProcesses;
import org.pmix4j.prrte.internal.StartFailure;
import org.pmix4j.tool.PmixTool;
import org.pmix4j.tool.options.ServerChoice;
import org.pmix4j.tool.options.ToolOptions;

/**
 * A DVM (distributed virtual machine) of PRRTE 3.0 or later that this process has started: prte on this machine and a daemon, prted, on
 * each other node. It ends with this process, however that ends, as it watches a pipe. Owned by the engine that it returns. Thread-safe.
 *
 * @see "PRRTE 3.0.8, prte --help keepalive and report-uri"
 */
public final class Dvm implements DvmProcess {
	/** The time for the DVM to end in order, and again after it was killed. */
	private static final Duration END_LIMIT = Duration.ofSeconds(5);
	private static final Duration WORDS_LIMIT = Duration.ofSeconds(3);
	/** Input may wait for its readers, and output for its reader, for any time. */
	private static final Duration ANY_TIME = Duration.ofDays(365);
	/** The most lines that are kept. */
	private static final int MOST_LINES = 100;
	private static final String READY = "DVM ready";
	private static final String ADDRESS = ";tcp";
	/** Warned of at most starts, without effect. */
	private static final String NOISE = "plm:ssh: Warning: setpgid(";

	private final DvmOptions options;
	private final Optional<DvmStarter> starter;
	private final Process process;
	private final CompletableFuture<String> ready = new CompletableFuture<>();
	private final CompletableFuture<List<String>> ended = new CompletableFuture<>();
	private final CompletableFuture<Integer> exited = new CompletableFuture<>();
	private final CompletableFuture<Void> swept;
	private final Deque<String> lines = new ArrayDeque<>();

	private Dvm(DvmOptions options, Optional<DvmStarter> starter, Process process) {
		this.options = options;
		this.starter = starter;
		this.process = process;
		// at once, while no other process can have got its ID
		swept = process.onExit().thenAccept(end -> SessionProcesses.of(end.pid()).forEach(ProcessHandle::destroyForcibly));
	}

	/**
	 * Begins to start a DVM, and does not wait until it is ready.
	 *
	 * @param options its nodes
	 * @return the DVM
	 * @throws PmixException NOT_FOUND if the program prte is not found, ERROR if it cannot be started
	 */
	public static Dvm begin(DvmOptions options) throws PmixException {
		return begin(options, Optional.empty());
	}

	/**
	 * Begins to start a DVM by another program, and does not wait until it is ready.
	 *
	 * @param options its nodes
	 * @param starter the program
	 * @return the DVM
	 * @throws PmixException NOT_FOUND if the program prte is not found, ERROR if it cannot be started
	 */
	public static Dvm begin(DvmOptions options, DvmStarter starter) throws PmixException {
		return begin(options, Optional.of(starter));
	}

	private static Dvm begin(DvmOptions options, Optional<DvmStarter> starter) throws PmixException {
		Path program = options.program().orElseThrow(() -> new PmixException(Status.ERR_NOT_FOUND,
				DvmOptions.MISSING));
		List<String> command = new ArrayList<>();
		// a terminal would send Ctrl-C to prte, too, and ssh would ask there for a password
		command.add("setsid");
		starter.map(DvmStarter::command).ifPresent(command::addAll);
		command.addAll(List.of(program.toString(), "--allow-run-as-root", "--keepalive", "0", "--report-uri", "-"));
		if (!options.hosts().isEmpty()) {
			command.addAll(List.of("--host", options.hosts()));
		}
		if (!options.hostfile().isEmpty()) {
			command.addAll(List.of("--hostfile", options.hostfile()));
		}
		ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
		builder.environment().clear();
		builder.environment().putAll(options.environment());
		// this process may be a rank itself
		builder.environment().keySet().removeIf(name -> name.startsWith("PMIX_") && !name.startsWith("PMIX_MCA_"));
		builder.environment().putIfAbsent("SSH_ASKPASS_REQUIRE", "never");
		try {
			Dvm dvm = new Dvm(options, starter, builder.start());
			Thread reader = new Thread(dvm::read, "pmix-prte");
			reader.setDaemon(true);
			reader.start();
			return dvm;
		} catch (IOException e) {
			throw new PmixException(Status.ERROR, "prte cannot be started: " + e.getMessage(), e);
		}
	}

	/** Reads what prte says until it ends. */
	private void read() {
		try (BufferedReader output = process.inputReader()) {
			String address = "";
			for (String line = output.readLine(); line != null; line = output.readLine()) {
				if (line.contains(ADDRESS) && address.isEmpty()) {
					// it comes before the DVM can be used, and also if it fails
					address = line.strip();
				} else if (line.equals(READY)) {
					ready.complete(address);
				} else if (!line.contains(NOISE) && !line.isBlank() && !isTaken(line)) {
					keep(line);
				}
			}
		} catch (IOException e) {
			keep("what prte says cannot be read: " + e.getMessage());
		}
		process.onExit().thenAccept(end -> {
			ready.completeExceptionally(new PmixException(Status.ERR_JOB_ALLOC_FAILED, starter.flatMap(each -> each.refusal(lines()))
					.orElseGet(() -> StartFailure.explain(end.exitValue(), lines(), options.hostfile()))));
			ended.complete(lines());
			exited.complete(end.exitValue());
		});
	}

	private boolean isTaken(String line) {
		return starter.isPresent() && starter.get().take(line);
	}

	private void keep(String line) {
		synchronized (lines) {
			lines.add(line);
			if (lines.size() > MOST_LINES) {
				lines.remove();
			}
		}
	}

	private List<String> lines() {
		synchronized (lines) {
			return List.copyOf(lines);
		}
	}

	@Override
	public ServerEngine launching(JobListener listener) throws PmixException {
		return launching(this, listener);
	}

	/**
	 * Does the same for a server that contains this DVM.
	 *
	 * @param server   what the engine closes; it closes this
	 * @param listener follows the launched jobs
	 * @return the engine
	 * @throws PmixException if the DVM does not start; the message says why, and may have several lines
	 */
	public ServerEngine launching(EngineServer server, JobListener listener) throws PmixException {
		return ServerEngine.launching(tool(), server, listener);
	}

	@Override
	public ServerEngine following(JobListener listener) throws PmixException {
		return following(this, listener);
	}

	/**
	 * Does the same for a server that contains this DVM.
	 *
	 * @param server   what the engine closes; it closes this
	 * @param listener follows all jobs
	 * @return the engine
	 * @throws PmixException if the DVM does not start; the message says why, and may have several lines
	 */
	public ServerEngine following(EngineServer server, JobListener listener) throws PmixException {
		return ServerEngine.following(tool(), server, listener);
	}

	private PmixTool tool() throws PmixException {
		String address = await();
		try {
			return PmixTool.open(ToolOptions.of(ServerChoice.uri(address)).withRequestLimit(ANY_TIME).withHandlerLimit(ANY_TIME));
		} catch (PmixException | RuntimeException e) {
			close();
			throw e;
		}
	}

	@Override
	public String await() throws PmixException {
		try {
			if (starter.isPresent()) {
				CompletableFuture.anyOf(starter.get().begun(), ready).get();
			}
			return ready.get(options.limit().toMillis(), TimeUnit.MILLISECONDS);
		} catch (TimeoutException e) {
			List<String> waiting = process.descendants().map(child -> child.info().commandLine()).flatMap(Optional::stream).toList();
			close();
			throw new PmixException(Status.ERR_TIMEOUT, StartFailure.ofLimit(options.limit(), waiting, lines()), e);
		} catch (ExecutionException e) {
			close();
			throw e.getCause() instanceof PmixException failure ? failure : new PmixException(Status.ERROR, e.getCause().toString(), e);
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
			close();
			throw new PmixException(Status.ERR_JOB_CANCELED, "the start of the DVM was interrupted", e);
		}
	}

	@Override
	public CompletableFuture<Integer> ended() {
		return exited.copy();
	}

	@Override
	public String name() {
		String nodes = !options.hosts().isEmpty() ? " on " + options.hosts() : !options.hostfile().isEmpty() ? " on the nodes of "
				+ options.hostfile() : "";
		return "a DVM of PRRTE" + nodes;
	}

	@Override
	public CompletableFuture<List<String>> lastWords() {
		return ended.copy().completeOnTimeout(lines(), WORDS_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
	}

	@Override
	public void close() {
		try {
			process.getOutputStream().close();
		} catch (IOException e) {
			// the pipe is closed in any case
		}
		if (!isGone()) {
			// the shells to other nodes are processes of this machine, and outlive a prte that is killed
			List<ProcessHandle> family = process.descendants().toList();
			process.destroyForcibly();
			family.forEach(ProcessHandle::destroyForcibly);
			isGone();
		}
	}

	/** Waits for the end of the DVM and of what it leaves behind. */
	private boolean isGone() {
		try {
			swept.get(END_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
		} catch (ExecutionException | TimeoutException e) {
			// looked at below
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
		}
		return swept.isDone();
	}
}
