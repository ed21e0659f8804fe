// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.junit.internal.rank;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import org.pmix4j.client.PmixClient;
import org.pmix4j.model.PmixException;

/** This JVM as a rank of the job of a test. Created by {@link RankMain}, lives as long as the JVM; thread-safe. */
public final class RankJvm {
	private static final AtomicReference<@Nullable RankJvm> CURRENT = new AtomicReference<>();
	private static final int ABORT_SECONDS = 5;

	private @Nullable PmixClient client;

	private RankJvm() {
	}

	/** Turns this JVM into a rank. */
	static RankJvm enter() {
		RankJvm entered = new RankJvm();
		CURRENT.set(entered);
		return entered;
	}

	/** @return this JVM as a rank; empty in the JVM of the build */
	public static Optional<RankJvm> current() {
		return Optional.ofNullable(CURRENT.get());
	}

	/**
	 * Returns the connected client of this rank. The first call opens it.
	 *
	 * @return the client
	 * @throws PmixException if it cannot join the job
	 */
	public synchronized PmixClient client() throws PmixException {
		PmixClient opened = client;
		if (opened == null) {
			opened = PmixClient.open();
			client = opened;
		}
		return opened;
	}

	private synchronized Optional<PmixClient> opened() {
		return Optional.ofNullable(client).filter(PmixClient::isOpen);
	}

	/** Leaves the job in order. */
	void leave() {
		opened().ifPresent(PmixClient::close);
	}

	/** Ends the other ranks, so that none of them waits for this one or fails without it. */
	void abort(int code, String reason) {
		opened().ifPresent(open -> {
			try {
				open.abortAsync(code, reason, List.of()).get(ABORT_SECONDS, TimeUnit.SECONDS);
			} catch (ExecutionException | TimeoutException e) {
				// the exit code ends them, too
			} catch (InterruptedException e) {
				Thread.currentThread().interrupt();
			}
		});
	}
}
