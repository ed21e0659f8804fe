// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests.cluster;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.attributes.AppAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.LevelAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.attributes.ServerAttributes;
import org.pmix4j.model.attributes.SessionAttributes;
import org.pmix4j.server.PmixServer;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.ProcessTable;

/** A job of a {@link Cluster} with the same number of ranks on each node, each in its own process. */
final class ClusterJob {
	private static final Duration LIMIT = Duration.ofSeconds(60);

	private final Cluster cluster;
	private final String nspace;
	private final int perNode;
	private final Executor readers = Thread::startVirtualThread;
	private final List<Process> processes = new ArrayList<>();
	private final List<CompletableFuture<byte[]>> outputs = new ArrayList<>();
	private final List<CompletableFuture<byte[]>> errors = new ArrayList<>();
	private List<String> command = List.of();
	private volatile int abortCode;

	ClusterJob(Cluster cluster, String nspace, int perNode) {
		this.cluster = cluster;
		this.nspace = nspace;
		this.perNode = perNode;
	}

	int perNode() {
		return perNode;
	}

	int size() {
		return perNode * cluster.size();
	}

	void register() {
		int uid = ProcessTable.ownUid();
		int gid = ProcessTable.ownGid();
		for (int node = 0; node < cluster.size(); node++) {
			PmixServer server = cluster.server(node);
			server.registerNamespace(nspace, perNode, infos()).join();
			for (int local = 0; local < perNode; local++) {
				server.registerClient(Proc.of(nspace, node * perNode + local), uid, gid, this).join();
			}
		}
	}

	private Infos infos() {
		List<Info> infos = new ArrayList<>(List.of(
				Info.of(JobAttributes.JOB_SIZE, size()),
				Info.of(SessionAttributes.UNIV_SIZE, size()),
				Info.of(JobAttributes.JOBID, nspace),
				Info.of(JobAttributes.JOB_NUM_APPS, 1),
				Info.of(ServerAttributes.NODE_MAP, IntStream.range(0, cluster.size()).mapToObj(node -> "node" + node)
						.collect(Collectors.joining(","))),
				Info.of(ServerAttributes.PROC_MAP, IntStream.range(0, cluster.size()).mapToObj(this::ranks)
						.collect(Collectors.joining(";")))));
		for (int rank = 0; rank < size(); rank++) {
			infos.add(Info.of(LevelAttributes.PROC_INFO_ARRAY.key(), DataArray.of(Infos.of(
					Info.of(ProcAttributes.RANK, Rank.of(rank)),
					Info.of(AppAttributes.APPNUM, 0),
					Info.of(ProcAttributes.LOCAL_RANK, rank % perNode),
					Info.of(ProcAttributes.NODE_RANK, rank % perNode)))));
		}
		return new Infos(infos);
	}

	private String ranks(int node) {
		return IntStream.range(node * perNode, (node + 1) * perNode).mapToObj(String::valueOf).collect(Collectors.joining(","));
	}

	Stream<Proc> procs() {
		return IntStream.range(0, size()).mapToObj(rank -> Proc.of(nspace, rank));
	}

	/** Starts the same program with the same arguments in all ranks. */
	ClusterJob start(Object... words) {
		return startOn(node -> words[0], Arrays.copyOfRange(words, 1, words.length));
	}

	/** Starts one program per node with the same arguments in all ranks. */
	ClusterJob startOn(IntFunction<Object> program, Object... arguments) {
		for (int rank = 0; rank < size(); rank++) {
			Proc proc = Proc.of(nspace, rank);
			command = Stream.concat(Stream.of(program.apply(cluster.node(proc))), Arrays.stream(arguments)).map(String::valueOf).toList();
			ProcessBuilder builder = new ProcessBuilder(command).redirectInput(new File("/dev/null"));
			builder.environment().putAll(cluster.server(cluster.node(proc)).environment(proc));
			builder.environment().putAll(Map.of("TMPDIR", cluster.directory().toString(), "PEER_LIMIT", "600"));
			try {
				Process process = builder.start();
				processes.add(process);
				process.onExit().thenRunAsync(() -> ended(proc), readers);
				outputs.add(CompletableFuture.supplyAsync(() -> read(process.getInputStream()), readers));
				errors.add(CompletableFuture.supplyAsync(() -> read(process.getErrorStream()), readers));
			} catch (IOException e) {
				throw new UncheckedIOException(e);
			}
		}
		return this;
	}

	/** Records that a process has ended and will join no further operation. */
	private void ended(Proc proc) {
		cluster.died(proc);
		cluster.server(cluster.node(proc)).deregisterClient(proc);
	}

	/** Reads output; a killed process may lose the end of it. */
	private static byte[] read(InputStream in) {
		ByteArrayOutputStream all = new ByteArrayOutputStream();
		try (in) {
			in.transferTo(all);
		} catch (IOException e) {
			return all.toByteArray();
		}
		return all.toByteArray();
	}

	Process process(int rank) {
		return processes.get(rank);
	}

	void abort(int code) {
		abortCode = code;
		kill();
	}

	void kill() {
		// Process.destroyForcibly would also close the output that has not been read
		processes.forEach(process -> process.toHandle().destroyForcibly());
	}

	/** Waits for all ranks; the exit code is the highest one, or that of an abort. */
	Outcome finish() throws InterruptedException {
		long start = System.nanoTime();
		int exit = 0;
		ByteArrayOutputStream output = new ByteArrayOutputStream();
		StringBuilder text = new StringBuilder();
		for (int rank = 0; rank < processes.size(); rank++) {
			long left = LIMIT.toNanos() - (System.nanoTime() - start);
			if (!processes.get(rank).waitFor(left, TimeUnit.NANOSECONDS)) {
				for (int node = 0; node < cluster.size(); node++) {
					text.append(cluster.server(node).dump().join());
				}
				kill();
				text.append("rank ").append(rank).append(" did not end\n");
			}
			exit = Math.max(exit, processes.get(rank).waitFor());
			output.writeBytes(outputs.get(rank).join());
			text.append(new String(errors.get(rank).join(), StandardCharsets.UTF_8));
		}
		return new Outcome(command, abortCode != 0 ? abortCode : exit, output.toByteArray(), text.toString(),
				Duration.ofNanos(System.nanoTime() - start));
	}
}
