// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.UnaryOperator;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.server.PmixServer;
import org.pmix4j.server.options.ServerOptions;

/**
 * Several servers in this JVM, each representing a node with its own host name. Jobs have ranks on all nodes, in the order of the nodes.
 * Thread-safe.
 */
final class Cluster implements AutoCloseable {
	private final Path directory;
	private final List<PmixServer> servers = new ArrayList<>();
	private final Map<String, ClusterJob> jobs = new ConcurrentHashMap<>();
	/** Runs one task at a time, so that events keep their order. */
	private final ExecutorService executor = Executors.newSingleThreadExecutor();
	private final Meetings meetings = new Meetings(this::nodes);
	private final Map<String, Long> numbers = new HashMap<>();
	private final Map<String, Integer> askedFor = new HashMap<>();
	private final AtomicLong lastNumber = new AtomicLong(100);
	private final AtomicInteger fences = new AtomicInteger();
	private volatile IntConsumer fenceWatcher = count -> {
	};
	private volatile UnaryOperator<ByteObject> carrier = UnaryOperator.identity();

	Cluster(int nodes, Path directory) throws PmixException, IOException {
		this.directory = directory;
		for (int node = 0; node < nodes; node++) {
			Path folder = Files.createDirectory(directory.resolve("node" + node));
			ServerOptions options = ServerOptions.of(Proc.of("cluster", node), "node" + node, folder).withExecutor(executor);
			servers.add(PmixServer.open(options, new NodeHost(this, node)));
		}
	}

	int size() {
		return servers.size();
	}

	/** @param watcher receives the number of each fence, from 1, when a server requests it */
	void watchFences(IntConsumer watcher) {
		fenceWatcher = watcher;
	}

	/** @param way changes the data of a fence on the way to the servers */
	void carryBy(UnaryOperator<ByteObject> way) {
		carrier = way;
	}

	void fence() {
		fenceWatcher.accept(fences.incrementAndGet());
	}

	ByteObject carry(ByteObject data) {
		return carrier.apply(data);
	}

	/** Simulates the loss of a server and all processes of its node. */
	void lose(int node) {
		servers.get(node).close();
		for (ClusterJob job : jobs.values()) {
			job.procs().filter(proc -> node(proc) == node).forEach(meetings::died);
		}
	}

	PmixServer server(int node) {
		return servers.get(node);
	}

	Meetings meetings() {
		return meetings;
	}

	Path directory() {
		return directory;
	}

	/**
	 * Registers a job with all servers, so that it can be started.
	 *
	 * @param nspace  name of the job
	 * @param perNode number of ranks on each node
	 */
	ClusterJob job(String nspace, int perNode) {
		ClusterJob job = new ClusterJob(this, nspace, perNode);
		jobs.put(nspace, job);
		job.register();
		return job;
	}

	/** Returns the node of a process. */
	int node(Proc proc) {
		return proc.rank().value() / jobs.get(proc.nspace()).perNode();
	}

	private Set<Integer> nodes(Proc proc) {
		Set<Integer> nodes = new HashSet<>();
		for (int rank = 0; rank < jobs.get(proc.nspace()).size(); rank++) {
			Proc one = Proc.of(proc.nspace(), rank);
			if (proc.covers(one) && !meetings.isDead(one)) {
				nodes.add(node(one));
			}
		}
		return nodes;
	}

	void died(Proc proc) {
		meetings.died(proc);
	}

	void abort(Proc caller, int code) {
		jobs.get(caller.nspace()).abort(code);
	}

	/** Returns the group's context id: a new one for the first node that asks, the same for the others. */
	long number(String group, int node) {
		synchronized (numbers) {
			int turn = askedFor.merge(group + " on " + node, 1, Integer::sum);
			return numbers.computeIfAbsent(group + " for the time " + turn, name -> lastNumber.incrementAndGet());
		}
	}

	CompletableFuture<Void> tellOthers(int node, Function<PmixServer, CompletableFuture<Void>> news) {
		List<PmixServer> others = servers.stream().filter(server -> server != servers.get(node)).toList();
		return CompletableFuture.allOf(others.stream().map(news).toArray(CompletableFuture[]::new));
	}

	@Override
	public void close() throws IOException {
		jobs.values().forEach(ClusterJob::kill);
		servers.forEach(PmixServer::close);
		executor.shutdown();
		for (int node = 0; node < servers.size(); node++) {
			Files.deleteIfExists(directory.resolve("node" + node));
		}
	}
}
