// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.node;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

import org.pmix4j.host.internal.thread.BlockingTasks;
import org.pmix4j.host.internal.thread.HostLog;
import org.pmix4j.model.bytes.BytePaths;
import org.pmix4j.model.internal.text.FileFailure;
import org.pmix4j.process.internal.cleanup.Leftovers;
import org.pmix4j.process.internal.cleanup.Marker;
import org.pmix4j.process.internal.cleanup.PrivateDirectory;
import org.pmix4j.process.internal.cleanup.Watchdog;

/**
 * The directories of a session on this machine. All are 0700; those of a job vanish with it, all others with the session, or with the
 * watchdog if this JVM is killed. Owned by the session; may be used from any thread.
 */
public final class LocalDirectory implements SessionDirectory {
	private static final Path SHARED_MEMORY = Path.of("/dev/shm");
	private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY = PosixFilePermissions
			.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
	private static final FileAttribute<Set<PosixFilePermission>> OWNER_READS = PosixFilePermissions
			.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

	private final Watchdog watchdog;
	/** Made again under the same path if someone removes it. */
	private volatile PrivateDirectory top;
	private volatile Optional<PrivateDirectory> sharedMemory;
	private final Map<String, JobDirectories> jobs = new ConcurrentHashMap<>();
	/** The tasks of each job, one after the other: nothing is removed while it is created. */
	private final Map<String, CompletableFuture<Void>> work = new ConcurrentHashMap<>();

	private volatile boolean removed;

	/** The directories of one job on this node, and the ranks that have one each. */
	private record JobDirectories(List<Integer> ranks, List<PrivateDirectory> made) {
	}

	private LocalDirectory(Watchdog watchdog, PrivateDirectory top, Optional<PrivateDirectory> sharedMemory) {
		this.watchdog = watchdog;
		this.top = top;
		this.sharedMemory = sharedMemory;
	}

	/**
	 * Creates both top directories; the watchdog removes them if this JVM dies. Blocks on the file system.
	 *
	 * @param base     the directory of temporary files
	 * @param watchdog of the node
	 * @return the directories
	 * @throws IOException if the base does not exist or cannot be written; the message says what to do
	 */
	public static LocalDirectory create(Path base, Watchdog watchdog) throws IOException {
		try {
			return new LocalDirectory(watchdog, watchdog.createDirectory(base), sharedMemory(watchdog));
		} catch (IOException e) {
			String missing = Files.exists(base) ? "it is not a directory" : "there is no such directory";
			throw failure(base, Files.isDirectory(base) ? FileFailure.reason(e) : missing, e);
		}
	}

	private static IOException failure(Path base, String reason, IOException cause) {
		return new IOException("cannot create the session directory in " + BytePaths.text(base).replace("\n", "\\n") + ": " + reason
				+ "; choose another one with --tmpdir, PMIX_SERVER_TMPDIR or TMPDIR", cause);
	}

	private static Optional<PrivateDirectory> sharedMemory(Watchdog watchdog) {
		try {
			return Files.isWritable(SHARED_MEMORY) ? Optional.of(watchdog.createDirectory(SHARED_MEMORY)) : Optional.empty();
		} catch (IOException e) {
			HostLog.log(Level.DEBUG, "no directory in shared memory; libraries choose their own", e);
			return Optional.empty();
		}
	}

	/**
	 * Writes into the directories that this process owns them, so that other hosts leave them alone while it lives. Blocks on the file
	 * system.
	 *
	 * @param marker of the processes that use the directories
	 * @throws IOException if there is no space
	 */
	public void claim(Marker marker) throws IOException {
		for (PrivateDirectory directory : tops()) {
			claim(directory, marker);
		}
	}

	private List<PrivateDirectory> tops() {
		return sharedMemory.map(memory -> List.of(top, memory)).orElse(List.of(top));
	}

	private static void claim(PrivateDirectory directory, Marker marker) throws IOException {
		try {
			Leftovers.claim(directory, marker);
		} catch (IOException e) {
			throw failure(directory.path(), FileFailure.reason(e), e);
		}
	}

	/**
	 * @param base the directory of temporary files
	 * @return all directories in which hosts create session directories
	 */
	static List<Path> bases(Path base) {
		return List.of(base, SHARED_MEMORY);
	}

	@Override
	public CompletableFuture<Void> createJob(String nspace, List<Integer> ranks) {
		return after(nspace, () -> BlockingTasks.run("directories-" + nspace, () -> makeJob(nspace, ranks)));
	}

	private void makeJob(String nspace, List<Integer> ranks) throws IOException {
		try {
			makeDirectories(nspace, ranks);
		} catch (IOException e) {
			throw failure(top.path(), FileFailure.reason(e), e);
		}
	}

	/**
	 * Makes directories again that someone has removed, as cleaners of temporary files do. Their contents are lost. Blocks on the file
	 * system.
	 *
	 * @param marker of the processes that use the directories
	 * @return those directories; none after {@link #remove()}
	 * @throws IOException if one cannot be made, perhaps because something else has taken its name
	 */
	public synchronized List<Path> restore(Marker marker) throws IOException {
		List<Path> restored = new ArrayList<>();
		if (removed) {
			return restored;
		}
		if (top.isGone()) {
			top = watchdog.restoreDirectory(top);
			restored.add(top.path());
		}
		if (sharedMemory.filter(PrivateDirectory::isGone).isPresent()) {
			sharedMemory = Optional.of(watchdog.restoreDirectory(sharedMemory.get()));
			restored.add(sharedMemory.get().path());
		}
		for (PrivateDirectory directory : tops()) {
			if (!Leftovers.isClaimed(directory)) {
				claim(directory, marker);
			}
		}
		jobs.forEach((nspace, job) -> {
			if (job.made.stream().anyMatch(PrivateDirectory::isGone)) {
				after(nspace, () -> BlockingTasks.run("directories-" + nspace, () -> makeAgain(nspace))).exceptionally(problem -> {
					HostLog.log(Level.WARNING, "the directories of " + nspace + " were removed and cannot be made again", problem);
					return null;
				});
			}
		});
		return restored;
	}

	/** Makes the directories of a job that is not over yet; files that remain in one of them are lost. */
	private void makeAgain(String nspace) throws IOException {
		JobDirectories lost = jobs.remove(nspace);
		if (lost != null) {
			removeAll(lost.made);
			makeDirectories(nspace, lost.ranks);
		}
	}

	private void makeDirectories(String nspace, List<Integer> ranks) throws IOException {
		PrivateDirectory job = top.createChild(nspace);
		List<PrivateDirectory> made = new CopyOnWriteArrayList<>(List.of(job));
		jobs.put(nspace, new JobDirectories(ranks, made));
		for (int rank : ranks) {
			Files.createDirectory(job.path().resolve(Integer.toString(rank)), OWNER_ONLY);
		}
		if (sharedMemory.isPresent()) {
			made.add(sharedMemory.get().createChild(nspace));
		}
	}

	@Override
	public CompletableFuture<Void> preload(String nspace, Path file, Path name, List<Integer> ranks) {
		return after(nspace, () -> BlockingTasks.run("preload-" + nspace, () -> {
			Path copy = job(nspace).resolve(name);
			if (Files.isDirectory(copy)) {
				throw new IOException("cannot preload " + BytePaths.text(file) + ": " + BytePaths.text(copy) + " is a directory");
			}
			makeParent(copy);
			try {
				Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
			} catch (IOException e) {
				throw new IOException("cannot preload " + BytePaths.text(file) + ": " + FileFailure.line(FileFailure.at(copy, e)), e);
			}
			for (int rank : ranks) {
				Path link = rank(nspace, rank).resolve(name);
				makeParent(link);
				Files.deleteIfExists(link);
				Files.createSymbolicLink(link, copy);
			}
		}));
	}

	@Override
	public CompletableFuture<Path> write(String nspace, String name, String content) {
		Path file = job(nspace).resolve(name);
		return after(nspace, () -> BlockingTasks.run("file-" + nspace, () -> Files.writeString(Files.createFile(file, OWNER_READS), content)))
				.thenApply(done -> file);
	}

	private static void makeParent(Path file) throws IOException {
		Files.createDirectories(Objects.requireNonNull(file.getParent()), OWNER_ONLY);
	}

	@Override
	public CompletableFuture<Void> removeJob(String nspace) {
		return after(nspace, () -> {
			JobDirectories job = jobs.remove(nspace);
			return job == null ? CompletableFuture.completedFuture(null) : BlockingTasks.run("directories-" + nspace, () -> removeAll(job.made))
					.exceptionally(problem -> {
						HostLog.log(Level.WARNING, "the directories of " + nspace + " were not removed", problem);
						return null;
					});
		});
	}

	/** Begins a task for a job when the one before it is over, even if that failed. */
	private synchronized CompletableFuture<Void> after(String nspace, Supplier<CompletableFuture<Void>> task) {
		CompletableFuture<Void> before = work.get(nspace);
		CompletableFuture<Void> next = before == null ? task.get() : before.handle((done, problem) -> task.get()).thenCompose(begun -> begun);
		work.put(nspace, next);
		next.whenComplete((done, problem) -> work.remove(nspace, next));
		return next;
	}

	@Override
	public Path top() {
		return top.path();
	}

	@Override
	public Optional<Path> sharedMemory(String nspace) {
		return sharedMemory.map(directory -> directory.path().resolve(nspace));
	}

	@Override
	public synchronized void remove() {
		removed = true;
		if (!removeAll(tops())) {
			watchdog.removeAgain();
		}
	}

	/** Returns whether nothing is left. */
	private static boolean removeAll(List<PrivateDirectory> made) {
		List<String> left = made.stream().flatMap(directory -> directory.remove().stream()).toList();
		if (!left.isEmpty()) {
			HostLog.log(Level.WARNING, "could not be removed: " + String.join("; ", left));
		}
		return left.isEmpty();
	}
}
