// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.slurm.internal;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;

/**
 * An allocation of its own for jobs of srun: salloc with a program that waits until a pipe from this process ends, so that the allocation
 * ends with this process, however that ends. Owned by the engine. Thread-safe.
 */
public final class HeldAllocation implements AutoCloseable {
	private static final String PREFIX = "pmix4j ";
	private static final String READY = PREFIX + "ready";
	/** Prints the variables of the allocation, and waits. */
	private static final String HOLD = "env | sed -n 's/^SLURM_/" + PREFIX + "SLURM_/p'; echo '" + READY + "'; exec cat >/dev/null";
	private static final Duration END_LIMIT = Duration.ofSeconds(5);

	private final Salloc salloc;
	private final Process process;
	private final CompletableFuture<Map<String, String>> ready = new CompletableFuture<>();
	private final CompletableFuture<Void> ended = new CompletableFuture<>();

	private HeldAllocation(Salloc salloc, Process process) {
		this.salloc = salloc;
		this.process = process;
	}

	/**
	 * Requests the allocation.
	 *
	 * @param salloc      the request
	 * @param environment of salloc
	 * @return the request, which may wait in the queue
	 * @throws PmixException if salloc cannot be started
	 */
	public static HeldAllocation request(Salloc salloc, Map<String, String> environment) throws PmixException {
		List<String> words = new ArrayList<>(List.of("setsid"));
		words.addAll(salloc.command());
		words.addAll(List.of("/bin/sh", "-c", HOLD));
		ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true).directory(new File("/"));
		builder.environment().clear();
		builder.environment().putAll(environment);
		try {
			HeldAllocation held = new HeldAllocation(salloc, builder.start());
			Thread reader = new Thread(held::read, "pmix-salloc");
			reader.setDaemon(true);
			reader.start();
			return held;
		} catch (IOException e) {
			throw new PmixException(Status.ERROR, "salloc cannot be started: " + e.getMessage(), e);
		}
	}

	private void read() {
		Map<String, String> variables = new HashMap<>();
		List<String> lines = new ArrayList<>();
		try (BufferedReader output = process.inputReader()) {
			for (String line = output.readLine(); line != null; line = output.readLine()) {
				int equal = line.indexOf('=');
				if (line.equals(READY)) {
					ready.complete(Map.copyOf(variables));
				} else if (line.startsWith(PREFIX) && equal > 0) {
					variables.put(line.substring(PREFIX.length(), equal), line.substring(equal + 1));
				} else if (!salloc.take(line) && !line.isBlank() && !Salloc.isRelease(line)) {
					lines.add(line);
				}
			}
		} catch (IOException e) {
			lines.add("what salloc says cannot be read: " + e.getMessage());
		}
		ready.completeExceptionally(new PmixException(Status.ERR_JOB_ALLOC_FAILED,
				salloc.refusal(lines).orElse("the allocation " + salloc.id() + " of Slurm has ended before it could be used")));
		ended.complete(null);
	}

	/**
	 * Waits until the allocation is granted, for any time. Closes this if it is not.
	 *
	 * @return the variables with which Slurm describes it
	 * @throws PmixException if it is not granted; the message says why, and may have several lines
	 */
	public Map<String, String> await() throws PmixException {
		try {
			return ready.get();
		} catch (ExecutionException e) {
			close();
			throw e.getCause() instanceof PmixException failure ? failure : new PmixException(Status.ERROR, e.getCause().toString(), e);
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
			close();
			throw new PmixException(Status.ERR_JOB_CANCELED, "the wait for an allocation was interrupted", e);
		}
	}

	/** {@return completes when salloc has ended} */
	public CompletableFuture<Void> ended() {
		return ended;
	}

	@Override
	public void close() {
		try {
			process.getOutputStream().close();
		} catch (IOException e) {
			// the pipe is closed in any case
		}
		try {
			ended.get(END_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
		} catch (ExecutionException | TimeoutException e) {
			process.destroyForcibly();
		}
		salloc.revoke();
	}
}
