// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.pmi.internal.service;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.model.Proc;
import org.pmix4j.model.Wait;
import org.pmix4j.server.internal.core.LoopView;
import org.pmix4j.server.spi.ServerLoop;
import org.pmix4j.wire.internal.loop.EventLoop;

/**
 * Serves the ranks of a host's jobs that speak PMI-1 or PMI-2, such as those linked with MPICH. Owned by the host; all methods are called
 * on the event loop, which is that of the host's server.
 */
public final class PmiService {
	/** The fraction of the heap that all key-value spaces together may use. */
	private static final int SHARE = 32;

	private final EventLoop loop;
	private final PmiHost host;
	private final int uid;
	private final KeyValueSpace.Memory memory = new KeyValueSpace.Memory(Runtime.getRuntime().maxMemory() / SHARE);
	private final Map<String, PmiAcceptor> acceptors = new LinkedHashMap<>();

	/**
	 * @param loop owns the state
	 * @param host of the jobs
	 * @param uid  the user of all ranks
	 */
	public PmiService(EventLoop loop, PmiHost host, int uid) {
		this.loop = loop;
		this.host = host;
		this.uid = uid;
	}

	/**
	 * @param loop of a server
	 * @param host of the jobs
	 * @param uid  the user of all ranks
	 * @return a service on the server's loop
	 */
	public static PmiService on(ServerLoop loop, PmiHost host, int uid) {
		if (loop instanceof LoopView view) {
			return new PmiService(view.loop(), host, uid);
		}
		throw new IllegalArgumentException("not the loop of a server: " + loop);
	}

	/**
	 * Listens for the ranks of a job.
	 *
	 * @param job      the job, whose ranks have not started
	 * @param inherits whether ranks inherit connections
	 * @return the address for ranks
	 * @throws IOException if no port is available
	 */
	public PmiAddress open(PmiJob job, boolean inherits) throws IOException {
		assert loop.inLoop();
		PmiAcceptor acceptor = new PmiAcceptor(this, job, inherits);
		acceptors.put(job.nspace(), acceptor);
		return acceptor.address();
	}

	EventLoop loop() {
		return loop;
	}

	PmiHost host() {
		return host;
	}

	int uid() {
		return uid;
	}

	/** Returns the memory for the values of all jobs. */
	KeyValueSpace.Memory memory() {
		return memory;
	}

	/** Returns what the ranks of a job share; empty if there is no such job. */
	Optional<PmiNamespace> namespace(String nspace) {
		PmiAcceptor acceptor = acceptors.get(nspace);
		return acceptor == null ? Optional.empty() : Optional.of(acceptor.shared());
	}

	/**
	 * Notes that the process of a rank has ended. A rank that starts again connects again.
	 *
	 * @param rank a rank of any job
	 */
	public void ended(Proc rank) {
		PmiAcceptor acceptor = acceptors.get(rank.nspace());
		if (acceptor != null) {
			acceptor.ended(rank.rank().value());
		}
	}

	/**
	 * Forgets a job that has ended.
	 *
	 * @param nspace of any job
	 */
	public void close(String nspace) {
		assert loop.inLoop();
		PmiAcceptor acceptor = acceptors.remove(nspace);
		if (acceptor != null) {
			acceptor.close();
		}
	}

	/** @return the barriers that have not completed, and the values of nodes for which ranks wait */
	public List<Wait> waits() {
		assert loop.inLoop();
		List<Wait> waits = new ArrayList<>();
		acceptors.values().forEach(acceptor -> acceptor.namespace().ifPresent(ranks -> waits.addAll(ranks.waiting(loop.nanos()))));
		return waits;
	}

	/** @return the ranks that use PMI and wait for no reply, and the time since the last request of each */
	public Map<Proc, Duration> silences() {
		assert loop.inLoop();
		Map<Proc, Duration> silences = new HashMap<>();
		acceptors.values().forEach(acceptor -> acceptor.namespace().ifPresent(ranks -> ranks.addSilences(silences, loop.nanos())));
		return silences;
	}

	/** @return lines for people about the jobs of which ranks have connected */
	public List<String> dump() {
		assert loop.inLoop();
		List<String> lines = new ArrayList<>();
		acceptors.values().forEach(acceptor -> acceptor.namespace().ifPresent(ranks -> lines.add(ranks.dump(loop.nanos()))));
		return lines;
	}
}
