// SPDX-License-Identifier: EPL-2.0
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;

import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Query;
import org.pmix4j.model.Rank;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.QueryAttributes;
import org.pmix4j.model.attributes.ServerAttributes;
import org.pmix4j.server.internal.core.ServerCore;
import org.pmix4j.server.options.ServerOptions;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.testkit.SimulatedLoop;
import org.pmix4j.wire.internal.message.ControlRequest;
import org.pmix4j.wire.internal.message.DataRequest;

import com.sun.management.ThreadMXBean;

/**
 * Measures operations of one server against the number of ranks, without processes and sockets: everything runs on a simulated loop in one
 * thread. Prints a line for each operation: name, number of ranks, processor time in ms, allocated MB, MB kept, events of the loop, and KB
 * that all clients got. {@code scale.sh} runs it.
 */
final class Scale {
	private static final String JOB = "job";
	private static final int ON_NODE = 100;
	private static final double MILLION = 1e6;
	private static final ThreadMXBean THREAD = (ThreadMXBean) ManagementFactory.getThreadMXBean();

	private final SimulatedLoop loop = new SimulatedLoop();
	private final ServerCore server;
	private final int ranks;
	private List<MemoryClient> clients = List.of();

	private Scale(int ranks) throws Exception {
		this.ranks = ranks;
		server = ServerCore.open(ServerOptions.of(Proc.of("server", 0), "node00000", Path.of("/srv")).withExecutor(loop::execute),
				PmixHost.NONE, loop, connections -> Optional.empty());
	}

	/** @param arguments largest number of ranks of a namespace, and of clients */
	public static void main(String[] arguments) throws Exception {
		int largest = Integer.parseInt(arguments[0]);
		int most = Integer.parseInt(arguments[1]);
		// compiles the code before anything counts
		for (int i = 0; i < 3; i++) {
			new Scale(Math.min(largest, 10_000)).namespace(false);
			new Scale(Math.min(most, 1_000)).clients(false);
		}
		for (int ranks = 1_000; ranks <= largest; ranks *= 10) {
			new Scale(ranks).namespace(true);
		}
		for (int ranks = 1 << 10; ranks <= most; ranks *= 4) {
			new Scale(ranks).clients(true);
		}
	}

	/** Registers a namespace whose ranks run on many nodes, and asks for its data as tools and clients do. */
	private void namespace(boolean shown) throws Exception {
		int nodes = Math.max(1, ranks / ON_NODE);
		List<String> names = new ArrayList<>();
		List<String> places = new ArrayList<>();
		for (int node = 0; node < nodes; node++) {
			names.add(String.format(Locale.ROOT, "node%05d", node));
			places.add(node * ON_NODE + "-" + ((node + 1) * ON_NODE - 1));
		}
		Infos infos = Infos.of(Info.of(ServerAttributes.NODE_MAP, String.join(",", names)),
				Info.of(ServerAttributes.PROC_MAP, "pmix[" + String.join(";", places) + "]"), Info.of(JobAttributes.JOB_SIZE, ranks));
		measure(shown, "register a namespace", () -> server.registerNamespace(JOB, 1, infos));
		server.registerClient(Proc.of(JOB, 0), MemoryClient.UID, MemoryClient.UID, JOB);
		loop.run();
		MemoryClient client = MemoryClient.connect(loop, server.uri(), Proc.of(JOB, 0));
		clients = List.of(client);
		measure(shown, "find the places of 1,000 ranks", () -> {
			for (int i = 0; i < 1_000; i++) {
				client.ask(new DataRequest.Get(JOB, Rank.of((int) ((long) i * ranks / 1_000)), Infos.EMPTY, NodeAttributes.HOSTNAME.key()));
			}
			return client;
		});
		measure(shown, "find the ranks of 100 nodes", () -> {
			for (int i = 0; i < 100; i++) {
				client.ask(new DataRequest.ResolvePeers(names.get(i * nodes / 100), JOB));
			}
			return client;
		});
		measure(shown, "query 100 times", () -> {
			for (int i = 0; i < 100; i++) {
				client.ask(new ControlRequest.QueryRequest(List.of(new Query(List.of(QueryAttributes.QUERY_NAMESPACES.key()),
						Infos.of(Info.of(JobAttributes.NSPACE, JOB))))));
			}
			return client;
		});
		measure(shown, "resolve the nodes of the job", () -> client.ask(new DataRequest.ResolveNode(JOB)));
	}

	private void clients(boolean shown) throws Exception {
		measure(shown, "register a job and its clients", () -> {
			server.registerNamespace(JOB, ranks, Infos.of(Info.of(ServerAttributes.NODE_MAP, "node00000"),
					Info.of(ServerAttributes.PROC_MAP, "pmix[0-" + (ranks - 1) + "]")));
			for (int rank = 0; rank < ranks; rank++) {
				server.registerClient(Proc.of(JOB, rank), MemoryClient.UID, MemoryClient.UID, JOB);
			}
			return server;
		});
		List<MemoryClient> all = new ArrayList<>(ranks);
		measure(shown, "connect all clients", () -> {
			for (int rank = 0; rank < ranks; rank++) {
				all.add(MemoryClient.connect(loop, server.uri(), Proc.of(JOB, rank)));
			}
			return all;
		});
		clients = all;
		measure(shown, "put and commit", () -> {
			for (MemoryClient client : all) {
				client.ask(MemoryClient.commit("key", "value of " + client));
			}
			return all;
		});
		measure(shown, "fence", () -> {
			DataRequest.Fence fence = new DataRequest.Fence(List.of(Proc.wildcard(JOB)), Infos.EMPTY);
			for (MemoryClient client : all) {
				client.ask(fence);
			}
			return all;
		});
		measure(shown, "get from the next rank", () -> {
			for (int rank = 0; rank < ranks; rank++) {
				all.get(rank).ask(new DataRequest.Get(JOB, Rank.of((rank + 1) % ranks), Infos.EMPTY, "key"));
			}
			return all;
		});
		measure(shown, "get from all ranks by one", () -> {
			for (int rank = 0; rank < ranks; rank++) {
				all.get(0).ask(new DataRequest.Get(JOB, Rank.of(rank), Infos.EMPTY, "key"));
			}
			return all;
		});
		measure(shown, "deregister the job", () -> server.deregisterNamespace(JOB));
	}

	private void measure(boolean shown, String name, Callable<?> operation) throws Exception {
		long received = received();
		long events = loop.events();
		long kept = shown ? used() : 0;
		long allocated = THREAD.getCurrentThreadAllocatedBytes();
		long time = THREAD.getCurrentThreadCpuTime();
		Object result = operation.call();
		loop.run();
		time = THREAD.getCurrentThreadCpuTime() - time;
		allocated = THREAD.getCurrentThreadAllocatedBytes() - allocated;
		if (shown) {
			System.out.println(String.join("\t", name, Integer.toString(ranks), figure(time / MILLION), figure(allocated / MILLION),
					figure(Math.max(0, used() - kept) / MILLION), Long.toString(loop.events() - events),
					figure((received() - received) / 1e3)));
		}
		Reference.reachabilityFence(result);
	}

	private static String figure(double number) {
		return String.format(Locale.ROOT, "%.1f", number);
	}

	private long received() {
		return clients.stream().mapToLong(MemoryClient::received).sum();
	}

	private static long used() {
		System.gc();
		return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
	}
}
