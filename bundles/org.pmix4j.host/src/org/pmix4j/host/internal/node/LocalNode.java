// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.node;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

import org.jspecify.annotations.Nullable;
import org.pmix4j.host.internal.fate.Remnant;
import org.pmix4j.host.internal.thread.BlockingTasks;
import org.pmix4j.host.internal.thread.HostLog;
import org.pmix4j.host.internal.usage.UsageSource;
import org.pmix4j.placement.internal.allocation.PoolNode;
import org.pmix4j.placement.internal.topology.HardwareObject;
import org.pmix4j.placement.internal.topology.HardwareReader;
import org.pmix4j.process.internal.cleanup.AnnouncedFiles;
import org.pmix4j.process.internal.cleanup.Leftovers;
import org.pmix4j.process.internal.cleanup.MarkedProcesses;
import org.pmix4j.process.internal.cleanup.Marker;
import org.pmix4j.process.internal.cleanup.Watchdog;
import org.pmix4j.process.internal.posix.Descendants;
import org.pmix4j.process.internal.posix.RlimitMarker;
import org.pmix4j.process.internal.process.ChildProcess;
import org.pmix4j.process.internal.process.OutputHandler;
import org.pmix4j.process.internal.process.ProcessLoop;
import org.pmix4j.process.internal.process.SpawnSpec;
import org.pmix4j.process.internal.trace.StackTracer;

/**
 * Acts on this machine: a process loop starts and reaps processes, and a watchdog cleans up if this JVM is killed. Owned by the host,
 * which closes it after all jobs have ended.
 */
public final class LocalNode implements NodeAgent, AutoCloseable {
	/** The time that {@link #close} waits for the sweep, which runs on a daemon thread. */
	private static final Duration SWEEP_LIMIT = Duration.ofSeconds(5);

	private final PoolNode pool;
	private final Path base;
	private final Marker marker;
	private final String prefix;
	private final ProcessLoop loop;
	private final Watchdog watchdog;
	private final StackTracer tracer = new StackTracer();
	private final List<LocalDirectory> directories = new CopyOnWriteArrayList<>();
	private final SharedBindings bindings = new SharedBindings();
	private final AnnouncedFiles announced = new AnnouncedFiles();
	/** By the mark of a job, from its first start to its cleanup. */
	private final Map<RlimitMarker, Descendants> descendants = new ConcurrentHashMap<>();
	private volatile boolean ownsProcess;
	private volatile @Nullable Thread sweep;

	private LocalNode(PoolNode pool, Path base, Marker marker, String prefix, ProcessLoop loop, Watchdog watchdog) {
		this.pool = pool;
		this.base = base;
		this.marker = marker;
		this.prefix = prefix;
		this.loop = loop;
		this.watchdog = watchdog;
	}

	/**
	 * Starts the process loop and the watchdog.
	 *
	 * @param pool   what jobs may use of this machine
	 * @param uid    the effective user id of this process
	 * @param base   the directory of temporary files
	 * @param name   of the host, for the name of the thread
	 * @param marker carried by the environments of all ranks of the host, and of no other process
	 * @return the node
	 */
	public static LocalNode start(PoolNode pool, int uid, Path base, String name, Marker marker) {
		String prefix = directoryPrefix(pool.node().name(), uid);
		ProcessLoop loop = ProcessLoop.start(name);
		try {
			Watchdog watchdog = Watchdog.start(loop, prefix);
			watchdog.watch(marker);
			return new LocalNode(pool, base, marker, prefix, loop, watchdog);
		} catch (RuntimeException | Error e) {
			loop.close();
			throw e;
		}
	}

	/**
	 * Lets the watchdog, or a later start, remove files that announce the server, if this JVM is killed.
	 *
	 * @param uri   the first line of each
	 * @param files the files
	 */
	public void guard(String uri, List<Path> files) {
		files.forEach(file -> {
			watchdog.guard(uri, file);
			list(uri, file);
		});
	}

	/**
	 * Lets the watchdog, or a later start, remove a file, if this JVM is killed. Waits some milliseconds for the watchdog; not to be called
	 * on the loop's thread.
	 *
	 * @param firstLine by which the file is recognized; without spaces
	 * @param file      an absolute path
	 */
	public void guardAndWait(String firstLine, Path file) {
		list(firstLine, file);
		watchdog.guardAndWait(firstLine, file);
	}

	private void list(String firstLine, Path file) {
		if (directories.isEmpty()) {
			return; // as on simulated nodes
		}
		try {
			announced.add(directories.get(0).top(), firstLine, file);
		} catch (IOException e) {
			HostLog.log(Level.WARNING, "a later start does not know of " + file, e);
		}
	}

	/**
	 * Marks this process, so that no descendant of a rank is ever without the mark, and reaps orphans that it gets. To be called if all its
	 * children are the node's.
	 */
	public void ownProcess() {
		ownsProcess = true;
		marker.limit().putOnSelf();
		loop.reapOrphans();
	}

	/** Returns the beginning of the names of this user's directories on this machine: letters, digits and '-'. */
	private static String directoryPrefix(String hostname, int uid) {
		return "pmix4j-" + hostname.replaceAll("[^A-Za-z0-9]", "-") + "-" + Integer.toUnsignedString(uid) + "-";
	}

	/** Takes the receiver of an error that ends the process loop; its processes are killed before. */
	public void onDeath(Thread.UncaughtExceptionHandler handler) {
		loop.onDeath(handler);
	}

	@Override
	public PoolNode pool() {
		return pool;
	}

	@Override
	public CompletionStage<ChildProcess> spawn(SpawnSpec spec, OutputHandler output) {
		Optional<Descendants> ofJob = spec.mark().map(mark -> descendants.computeIfAbsent(mark, first -> Descendants.begin()));
		CompletionStage<ChildProcess> started = loop.spawnAsync(spec, output);
		ofJob.ifPresent(known -> started.thenAccept(child -> known.started(child.pid())));
		return started;
	}

	@Override
	public BitSet takenByOthers() {
		return bindings.takenByOthers();
	}

	@Override
	public void take(BitSet processors) {
		bindings.take(processors);
	}

	@Override
	public void chosen() {
		bindings.chosen();
	}

	@Override
	public CompletionStage<Void> terminate(Collection<? extends ChildProcess> processes, Duration grace) {
		return loop.terminate(processes, grace);
	}

	@Override
	public CompletionStage<Void> killAfter(Collection<? extends ChildProcess> processes, Duration time) {
		return loop.killAfter(processes, time);
	}

	@Override
	public CompletableFuture<List<Remnant>> killMarked(Marker of, Duration patience) {
		Descendants started = descendants.remove(of.limit());
		return started == null ? CompletableFuture.completedFuture(List.of())
				: aside(of, "were not killed", List.of(), () -> MarkedProcesses.kill(of, started, patience, Remnant::of));
	}

	@Override
	public void terminateEscaped(Marker of, Set<Integer> groups) {
		Descendants started = descendants.get(of.limit());
		if (started != null) {
			aside(of, "got no TERM", false, () -> {
				MarkedProcesses.terminate(of, started, groups);
				return true;
			});
		}
	}

	@Override
	public CompletableFuture<Void> releaseMarked(Marker of) {
		descendants.remove(of.limit());
		return aside(of, "may not outlive the host", false, () -> {
			MarkedProcesses.release(of);
			return true;
		}).thenAccept(done -> {
		});
	}

	private <T> CompletableFuture<T> aside(Marker of, String failure, T otherwise, Callable<T> task) {
		return BlockingTasks.call("marked-" + node().name(), task).exceptionally(problem -> {
			HostLog.log(Level.WARNING, "processes with the marker " + of + " " + failure, problem);
			return otherwise;
		});
	}

	@Override
	public CompletableFuture<Map<ChildProcess, List<Remnant>>> outputHolders(Collection<? extends ChildProcess> processes) {
		Map<ChildProcess, CompletableFuture<Set<String>>> links = new LinkedHashMap<>();
		processes.forEach(process -> links.put(process, process.openOutputs().toCompletableFuture()));
		return CompletableFuture.allOf(links.values().toArray(CompletableFuture[]::new))
				.thenCompose(known -> BlockingTasks.call("holders-" + node().name(), () -> OutputHolders.find(links)))
				.exceptionally(problem -> Map.of());
	}

	@Override
	public CompletableFuture<List<String>> stackTrace(int pid) {
		return BlockingTasks.call("trace-" + pid, () -> tracer.trace(pid))
				.exceptionally(problem -> List.of("no stack trace: " + problem.getMessage()));
	}

	@Override
	public LocalDirectory openSession() throws IOException {
		LocalDirectory directory = LocalDirectory.create(base, watchdog);
		directories.add(directory);
		return directory;
	}

	/**
	 * Claims the session directories.
	 *
	 * @throws IOException if there is no space
	 */
	public void claim() throws IOException {
		for (LocalDirectory directory : directories) {
			directory.claim(marker);
		}
	}

	/**
	 * Makes session directories again, and what they hold for other hosts, if someone has removed them. Blocks on the file system.
	 *
	 * @return the directories
	 * @throws IOException if one cannot be made
	 */
	public List<Path> restore() throws IOException {
		List<Path> restored = new ArrayList<>();
		for (LocalDirectory directory : directories) {
			restored.addAll(directory.restore(marker));
		}
		if (!restored.isEmpty()) {
			announced.restore(directories.get(0).top());
		}
		return restored;
	}

	/** Begins to remove directories, files and processes of this user's dead hosts on this machine. To be called after {@link #guard}. */
	public void beginSweep() {
		Thread thread = new Thread(this::sweep, "pmix-sweep");
		thread.setDaemon(true);
		thread.start();
		sweep = thread;
	}

	private void sweep() {
		Set<String> problems = new LinkedHashSet<>(); // a process has directories in several places
		LocalDirectory.bases(base).forEach(each -> problems.addAll(Leftovers.sweep(each, prefix, announced).problems()));
		if (!problems.isEmpty()) {
			HostLog.log(Level.WARNING, "left behind by a dead host: " + String.join("; ", problems));
		}
	}

	@Override
	public Optional<HardwareObject> hardware() {
		return HardwareReader.read();
	}

	@Override
	public UsageSource usage() {
		return UsageSource.ofThisSystem();
	}

	/** Removes the directories of all sessions, dismisses the watchdog and kills any remaining process. Blocks for seconds at the most. */
	@Override
	public void close() {
		if (ownsProcess) {
			MarkedProcesses.kill(marker.limit());
			RlimitMarker.takeOff(0);
		}
		bindings.close();
		directories.forEach(LocalDirectory::remove);
		watchdog.close();
		loop.close();
		Thread sweeping = sweep;
		if (sweeping != null) {
			try {
				sweeping.join(SWEEP_LIMIT);
			} catch (InterruptedException e) {
				Thread.currentThread().interrupt();
			}
		}
	}
}
