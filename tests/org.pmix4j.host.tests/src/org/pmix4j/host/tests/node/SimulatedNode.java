// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.node;

import java.nio.file.Path;
import java.time.Duration;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

import org.pmix4j.host.internal.fate.Remnant;
import org.pmix4j.host.internal.node.NodeAgent;
import org.pmix4j.host.internal.node.SessionDirectory;
import org.pmix4j.host.internal.session.SessionNode;
import org.pmix4j.host.internal.usage.UsageSource;
import org.pmix4j.job.Node;
import org.pmix4j.model.bytes.Signals;
import org.pmix4j.placement.internal.allocation.NodeNames;
import org.pmix4j.placement.internal.allocation.PoolNode;
import org.pmix4j.placement.internal.topology.HardwareObject;
import org.pmix4j.process.internal.cleanup.Marker;
import org.pmix4j.process.internal.process.ChildProcess;
import org.pmix4j.process.internal.process.OutputHandler;
import org.pmix4j.process.internal.process.Program;
import org.pmix4j.process.internal.process.SpawnException;
import org.pmix4j.process.internal.process.SpawnSpec;

/**
 * A node that runs nothing: it records the orders of jobs, and the test decides when its processes write and exit. Nothing happens by
 * itself and nothing takes time, so a job of thousands of ranks costs milliseconds. Thread-safe.
 */
public final class SimulatedNode implements NodeAgent {
	private static final Path ROOT = Path.of("/simulated");

	private final Node node;
	private final List<SimulatedProcess> processes = new CopyOnWriteArrayList<>();
	private final Set<String> directories = ConcurrentHashMap.newKeySet();
	private final List<SimulatedProcess> inGrace = new CopyOnWriteArrayList<>();
	private volatile Optional<SpawnException> refusal = Optional.empty();
	private volatile Optional<HardwareObject> hardware = Optional.empty();
	private volatile List<Remnant> daemons = List.of();
	private volatile boolean stuck;
	private volatile boolean unclean;
	private volatile boolean tracing = true;
	private final List<Runnable> heldStarts = new CopyOnWriteArrayList<>();
	private volatile boolean holding;

	/** @param node number, name and slots */
	public SimulatedNode(Node node) {
		this.node = node;
	}

	/**
	 * @param id    its number
	 * @param name  its host name
	 * @param slots how many ranks it runs before it counts as oversubscribed
	 */
	public SimulatedNode(int id, String name, int slots) {
		this(new Node(id, name, slots));
	}

	/**
	 * @param id    its number
	 * @param name  its host name
	 * @param slots how many ranks it runs before it counts as oversubscribed
	 * @return a session's share of a new node
	 */
	public static SessionNode inSession(int id, String name, int slots) {
		SimulatedNode node = new SimulatedNode(id, name, slots);
		return new SessionNode(node, node.openSession());
	}

	/**
	 * @param name  its host name
	 * @param slots how many ranks it runs before it counts as oversubscribed
	 * @return a pool of that node alone
	 */
	public static List<PoolNode> pool(String name, int slots) {
		return List.of(new SimulatedNode(0, name, slots).pool());
	}

	/** @return all processes that were started here, in the order of their starts */
	public List<SimulatedProcess> processes() {
		return processes;
	}

	/** @return the namespaces of the jobs that have directories here */
	public Set<String> directories() {
		return directories;
	}

	/**
	 * Refuses to start any more processes.
	 *
	 * @param reason fails each start
	 */
	public void refuse(SpawnException reason) {
		refusal = Optional.of(reason);
	}

	/** Breaks the end of each job by an exception from now on. */
	public void breakCleanUp() {
		unclean = true;
	}

	/** Never completes the creation of job directories from now on. */
	public void stick() {
		stuck = true;
	}

	/** Reports no start from now on until {@link #reportStarts()}, although the processes run. */
	public void holdStarts() {
		holding = true;
	}

	/** Reports all starts that were held. */
	public void reportStarts() {
		holding = false;
		heldStarts.forEach(Runnable::run);
		heldStarts.clear();
	}

	/** @param machine the hardware that the node has from now on */
	public void hardware(HardwareObject machine) {
		hardware = Optional.of(machine);
	}

	/** @param pids the processes that the next {@link #killMarked} finds */
	public void daemons(List<Integer> pids) {
		daemons = pids.stream().map(pid -> new Remnant(pid, "daemon", Optional.empty())).toList();
	}

	/** Lets the grace time of all kill sequences pass: kills the processes that have ignored TERM. */
	public void passGraceTime() {
		inGrace.forEach(process -> process.signal(Signals.KILL));
		inGrace.clear();
	}

	@Override
	public Node node() {
		return node;
	}

	@Override
	public Program findProgram(String name, Path directory, Map<String, String> environment) {
		return new Program(name, ROOT.resolve("bin").resolve(name));
	}

	@Override
	public CompletionStage<ChildProcess> spawn(SpawnSpec spec, OutputHandler output) {
		if (refusal.isPresent()) {
			return CompletableFuture.failedStage(refusal.get());
		}
		SimulatedProcess process = new SimulatedProcess(spec, output);
		processes.add(process);
		CompletableFuture<ChildProcess> start = new CompletableFuture<>();
		if (holding) {
			heldStarts.add(() -> start.complete(process));
		} else {
			start.complete(process);
		}
		return start;
	}

	@Override
	public CompletionStage<Void> killAfter(Collection<? extends ChildProcess> targets, Duration time) {
		return CompletableFuture.completedStage(null);
	}

	@Override
	public CompletionStage<Void> terminate(Collection<? extends ChildProcess> targets, Duration grace) {
		targets.forEach(target -> {
			target.signal(Signals.TERM);
			target.signal(Signals.CONT);
			inGrace.add((SimulatedProcess) target);
		});
		return CompletableFuture
				.allOf(targets.stream().map(target -> target.ended().toCompletableFuture()).toArray(CompletableFuture[]::new));
	}

	@Override
	public CompletableFuture<List<Remnant>> killMarked(Marker marker, Duration patience) {
		if (unclean) {
			throw new IllegalStateException("unclean for the test");
		}
		List<Remnant> killed = daemons;
		daemons = List.of();
		return CompletableFuture.completedFuture(killed);
	}

	@Override
	public CompletableFuture<List<String>> stackTrace(int pid) {
		String frame = "#0 0x" + pid + " in main (id=" + pid + ") at main.c:3";
		return tracing ? CompletableFuture.completedFuture(List.of(frame)) : new CompletableFuture<>();
	}

	/** Never completes stack traces from now on. */
	public void neverTrace() {
		tracing = false;
	}

	@Override
	public SessionDirectory openSession() {
		return new Directory();
	}

	@Override
	public PoolNode pool() {
		BitSet processors = new BitSet();
		processors.set(0, node.slots());
		return new PoolNode(node, new NodeNames(node.name(), true), false, 0,
				() -> new PoolNode.Processors(hardware.orElseGet(() -> HardwareObject.flat(processors)), processors));
	}

	@Override
	public Optional<HardwareObject> hardware() {
		return hardware;
	}

	@Override
	public UsageSource usage() {
		return new UsageSource.NoUsage();
	}

	@Override
	public String toString() {
		return node.name();
	}

	/** Directories that exist by name only. */
	private final class Directory implements SessionDirectory {
		@Override
		public Path top() {
			return ROOT.resolve(node.name());
		}

		@Override
		public Optional<Path> sharedMemory(String nspace) {
			return Optional.empty();
		}

		@Override
		public CompletableFuture<Void> createJob(String nspace, List<Integer> ranks) {
			directories.add(nspace);
			return stuck ? new CompletableFuture<>() : CompletableFuture.completedFuture(null);
		}

		@Override
		public CompletableFuture<Void> preload(String nspace, Path file, Path name, List<Integer> ranks) {
			return CompletableFuture.completedFuture(null);
		}

		@Override
		public CompletableFuture<Path> write(String nspace, String name, String content) {
			return CompletableFuture.completedFuture(job(nspace).resolve(name));
		}

		@Override
		public CompletableFuture<Void> removeJob(String nspace) {
			directories.remove(nspace);
			return CompletableFuture.completedFuture(null);
		}

		@Override
		public void remove() {
			directories.clear();
		}
	}
}
