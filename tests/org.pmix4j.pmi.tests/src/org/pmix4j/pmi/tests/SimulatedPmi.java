// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.pmi.tests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.pmi.internal.codec.PmiRequest;
import org.pmix4j.pmi.internal.service.PmiAddress;
import org.pmix4j.pmi.internal.service.PmiHost;
import org.pmix4j.pmi.internal.service.PmiJob;
import org.pmix4j.pmi.internal.service.PmiService;
import org.pmix4j.server.spi.PeerUsers;
import org.pmix4j.testkit.MemoryTransport;
import org.pmix4j.testkit.SimulatedLoop;

/** The service on a simulated loop, with a host that records calls, and with the far ends of connections. */
final class SimulatedPmi implements PmiHost {
	static final int USER = 1000;

	final SimulatedLoop loop = new SimulatedLoop();
	final PmiService service = new PmiService(loop, this, USER);
	/** What the host was told, in order. */
	final List<String> calls = new ArrayList<>();
	final Map<String, String> published = new HashMap<>();
	/** The user of all connections; empty for none. */
	Optional<Integer> user = Optional.of(USER);
	CompletableFuture<Void> decision = CompletableFuture.completedFuture(null);
	CompletableFuture<String> spawned = new CompletableFuture<>();
	private final Map<String, PmiAddress> addresses = new HashMap<>();

	/** A job with these nodes for its ranks. */
	record Job(String nspace, int[] nodes, Map<String, String> preput, Supplier<CompletionStage<Optional<String>>> topology)
			implements PmiJob {
		Job(String nspace, int[] nodes, Map<String, String> preput) {
			this(nspace, nodes, preput, () -> CompletableFuture.completedFuture(Optional.empty()));
		}

		@Override
		public CompletionStage<Optional<String>> topologyFile() {
			return topology.get();
		}

		@Override
		public Optional<String> spawner() {
			return preput.isEmpty() ? Optional.empty() : Optional.of("spawner");
		}

		@Override
		public int size() {
			return nodes.length;
		}

		@Override
		public int universeSize() {
			return 8;
		}

		@Override
		public int program(int rank) {
			return rank % 2;
		}
	}

	void open(String nspace, int... nodes) {
		open(new Job(nspace, nodes, Map.of()));
	}

	void open(Job job) {
		open(job, false);
	}

	void open(Job job, boolean inherits) {
		loop.perform(() -> {
			try {
				PmiAddress address = service.open(job, inherits);
				addresses.put(job.nspace(), address);
			} catch (IOException e) {
				throw new UncheckedIOException(e);
			}
		});
	}

	/** The far end of a connection. */
	final class Rank {
		final MemoryTransport end;

		private Rank(MemoryTransport end) {
			this.end = end;
		}

		/** Sends lines and returns the replies. */
		String ask(String... lines) {
			for (String line : lines) {
				end.put((line + "\n").getBytes(StandardCharsets.UTF_8));
				loop.run();
			}
			return received();
		}

		/** Sends a frame of PMI-2 and returns the replies. */
		String frame(String text) {
			end.put("%6d%s".formatted(text.length(), text).getBytes(StandardCharsets.UTF_8));
			loop.run();
			return received();
		}

		String received() {
			return new String(end.take(), StandardCharsets.UTF_8);
		}
	}

	Rank connect(String nspace) {
		try {
			PmiAddress address = addresses.get(nspace);
			MemoryTransport end = (MemoryTransport) loop.connect(new InetSocketAddress(address.host(), address.port()), Duration.ofSeconds(1));
			loop.run();
			return new Rank(end);
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
	}

	/** Connects as the launcher does for a rank, which has not started. */
	Rank inherited(String nspace, int number) {
		Rank rank = connect(nspace);
		rank.end.put(addresses.get(nspace).greeting(number).getBytes(StandardCharsets.UTF_8));
		loop.run();
		return rank;
	}

	/** Connects a rank that has begun to use PMI. */
	Rank rank(String nspace, int number) {
		Rank rank = connect(nspace);
		rank.ask("cmd=initack pmiid=" + number, "cmd=init pmi_version=1 pmi_subversion=1");
		return rank;
	}

	/** Connects a rank that has begun to use PMI-2. */
	Rank rankOfVersion2(String nspace, int number) {
		Rank rank = connect(nspace);
		rank.ask("cmd=init pmi_version=2 pmi_subversion=0");
		rank.frame("cmd=fullinit;pmirank=" + number + ";");
		return rank;
	}

	@Override
	public CompletionStage<Optional<Map<PeerUsers.Connection, Integer>>> users(List<PeerUsers.Connection> connections) {
		Map<PeerUsers.Connection, Integer> users = new HashMap<>();
		user.ifPresent(known -> connections.forEach(connection -> users.put(connection, known)));
		return CompletableFuture.completedFuture(Optional.of(users));
	}

	@Override
	public CompletionStage<Void> nameUsed(Proc rank, PeerUsers.Connection connection) {
		return decision;
	}

	@Override
	public void connected(Proc rank) {
		calls.add("connected " + rank);
	}

	@Override
	public void finalized(Proc rank) {
		calls.add("finalized " + rank);
	}

	@Override
	public void abort(Proc rank, int exitCode) {
		calls.add("abort " + rank + " " + exitCode);
	}

	@Override
	public CompletionStage<Void> publish(Proc rank, String service, String port) {
		return published.putIfAbsent(service, port) == null ? CompletableFuture.completedFuture(null)
				: CompletableFuture.failedFuture(new PmixException(Status.ERR_DUPLICATE_KEY, "taken"));
	}

	@Override
	public CompletionStage<String> lookup(Proc rank, String service) {
		return published.containsKey(service) ? CompletableFuture.completedFuture(published.get(service))
				: CompletableFuture.failedFuture(new PmixException(Status.ERR_NOT_FOUND, "not published"));
	}

	@Override
	public CompletionStage<Void> unpublish(Proc rank, String service) {
		published.remove(service);
		return CompletableFuture.completedFuture(null);
	}

	@Override
	public CompletionStage<String> spawn(Proc rank, PmiRequest.Spawn request) {
		calls.add("spawn " + request.programs().get(0).command() + " " + request.preput());
		return spawned;
	}

	@Override
	public void entered(Proc rank, Proc participants) {
		calls.add("entered " + rank);
	}

	@Override
	public void left(Proc participants, boolean complete) {
		calls.add("left " + participants + " " + complete);
	}

	@Override
	public void tell(String nspace, String text) {
		calls.add("tell " + text);
	}
}
