// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.pmi;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import org.pmix4j.host.internal.thread.HostLog;
import org.pmix4j.host.internal.thread.HostThread;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Wait;
import org.pmix4j.pmi.internal.service.PmiAddress;
import org.pmix4j.pmi.internal.service.PmiHost;
import org.pmix4j.pmi.internal.service.PmiJob;
import org.pmix4j.pmi.internal.service.PmiService;
import org.pmix4j.server.spi.LoopServer;

/**
 * Lets ranks of jobs speak PMI-1 and PMI-2. Listens for each job that may need it; everything else is made when a rank connects. Owned by
 * the host, used on its thread unless a method says otherwise.
 */
public final class PmiRanks {
	private final HostThread thread;
	private final LoopServer server;
	private final int uid;
	private final PmiHost host;
	private Optional<PmiService> service = Optional.empty();

	/**
	 * @param thread owns the state
	 * @param server of the host
	 * @param uid    the user of all ranks
	 * @param host   answers the calls of ranks
	 */
	public PmiRanks(HostThread thread, LoopServer server, int uid, PmiHost host) {
		this.thread = thread;
		this.server = server;
		this.uid = uid;
		this.host = host;
	}

	/**
	 * Listens for the ranks of a job.
	 *
	 * @param job      a job whose ranks have not started
	 * @param required whether the job cannot run otherwise; its ranks then inherit connections, too
	 * @return the address for ranks; empty if no port is available and it is not required
	 * @throws IOException if no port is available
	 */
	public Optional<PmiAddress> open(PmiJob job, boolean required) throws IOException {
		assert thread.inThread();
		if (service.isEmpty()) {
			service = Optional.of(PmiService.on(thread.loop(), host, uid));
		}
		try {
			return Optional.of(service.get().open(job, required));
		} catch (IOException e) {
			if (required) {
				throw e;
			}
			HostLog.log(Level.WARNING, "programs linked with MPICH cannot run as ranks of " + job.nspace() + ": " + e.getMessage());
			return Optional.empty();
		}
	}

	/** @param rank a rank that has ended, and does not start again */
	public void ended(Proc rank) {
		if (service.isPresent()) {
			service.get().ended(rank);
		}
	}

	/** @param nspace of a job that has ended */
	public void close(String nspace) {
		if (service.isPresent()) {
			service.get().close(nspace);
		}
	}

	/** @return the waits of all processes, over PMIx or PMI; completes on the host's thread. May be called from any thread. */
	public CompletableFuture<List<Wait>> waits() {
		return server.waits().thenCombine(onThread(() -> service.map(PmiService::waits).orElse(List.of())), (one, other) -> {
			List<Wait> all = new ArrayList<>(one);
			all.addAll(other);
			return all;
		});
	}

	/** @return the silences of all processes, over PMIx or PMI; completes on the host's thread. May be called from any thread. */
	public CompletableFuture<Map<Proc, Duration>> silences() {
		return server.silences().thenCombine(onThread(() -> service.map(PmiService::silences).orElse(Map.of())), (one, other) -> {
			Map<Proc, Duration> all = new HashMap<>(one);
			// a rank that uses both is silent for as long as it is on both
			other.forEach((proc, silence) -> all.merge(proc, silence, (a, b) -> a.compareTo(b) < 0 ? a : b));
			return all;
		});
	}

	/** @return the description of the server and of PMI for people. May be called from any thread. */
	public CompletableFuture<String> dump() {
		return server.dump(false).thenCombine(onThread(() -> service.map(PmiService::dump).orElse(List.of())),
				(text, lines) -> lines.isEmpty() ? text : text.stripTrailing() + "\n" + String.join("\n", lines));
	}

	private <T> CompletableFuture<T> onThread(Supplier<T> question) {
		return CompletableFuture.supplyAsync(question, thread::execute);
	}
}
