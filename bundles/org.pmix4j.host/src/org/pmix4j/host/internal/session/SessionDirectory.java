// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.session;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.pmix4j.host.internal.cleanup.Leftovers;
import org.pmix4j.host.internal.cleanup.Marker;
import org.pmix4j.host.internal.cleanup.PrivateDirectory;
import org.pmix4j.host.internal.cleanup.Watchdog;
import org.pmix4j.host.internal.thread.HostLog;

/**
 * The directories of one host: a tree of top, namespace and rank for files, and a directory in shared memory for the segments of
 * MPI libraries, which would else outlive a killed launcher. All are 0700; those of a job vanish with it, all others with the host, or
 * with its watchdog. Owned by the host; may be used from any thread, and blocks on the file system.
 */
public final class SessionDirectory {
	private static final Path SHARED_MEMORY = Path.of("/dev/shm");
	private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY = PosixFilePermissions
			.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

	private final PrivateDirectory top;
	private final Optional<PrivateDirectory> sharedMemory;
	private final Map<String, List<PrivateDirectory>> jobs = new ConcurrentHashMap<>();

	private SessionDirectory(PrivateDirectory top, Optional<PrivateDirectory> sharedMemory) {
		this.top = top;
		this.sharedMemory = sharedMemory;
	}

	/**
	 * Creates both tops; the watchdog will remove them if we die.
	 *
	 * @param base     where temporary files go
	 * @param watchdog of the host
	 * @return the directories
	 * @throws IOException if the base does not exist or cannot be written; the message says what to do
	 */
	public static SessionDirectory create(Path base, Watchdog watchdog) throws IOException {
		try {
			return new SessionDirectory(watchdog.createDirectory(base), sharedMemory(watchdog));
		} catch (IOException e) {
			String reason = Files.isDirectory(base) ? "it cannot be written" : "there is no such directory";
			throw new IOException("cannot create the session directory in " + base + ": " + reason
					+ "; set TMPDIR to a directory where files can be created", e);
		}
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
	 * Writes into the directories that we own them, so that others leave them alone as long as we live.
	 *
	 * @param marker of the processes that use them
	 * @throws IOException if there is no space
	 */
	public void claim(Marker marker) throws IOException {
		Leftovers.claim(top, marker);
		if (sharedMemory.isPresent()) {
			Leftovers.claim(sharedMemory.get(), marker);
		}
	}

	/**
	 * @param base where temporary files go
	 * @return where hosts leave directories
	 */
	public static List<Path> bases(Path base) {
		return List.of(base, SHARED_MEMORY);
	}

	/**
	 * Creates the directories of a job.
	 *
	 * @param nspace its namespace
	 * @param size   how many ranks it has
	 * @throws IOException if there is no space
	 */
	public void createJob(String nspace, int size) throws IOException {
		PrivateDirectory job = top.createChild(nspace);
		List<PrivateDirectory> made = new ArrayList<>(List.of(job));
		jobs.put(nspace, made);
		for (int rank = 0; rank < size; rank++) {
			Files.createDirectory(job.path().resolve(Integer.toString(rank)), OWNER_ONLY);
		}
		if (sharedMemory.isPresent()) {
			made.add(sharedMemory.get().createChild(nspace));
		}
	}

	/**
	 * Removes the directories of a job with all that its processes have left in them.
	 *
	 * @param nspace its namespace; nothing happens if it has none
	 * @return what could not be removed, one line each
	 */
	public List<String> removeJob(String nspace) {
		List<PrivateDirectory> made = jobs.remove(nspace);
		return made == null ? List.of() : made.stream().flatMap(directory -> directory.remove().stream()).toList();
	}

	/** @return PMIX_TMPDIR */
	public Path top() {
		return top.path();
	}

	/**
	 * @param nspace a namespace
	 * @return its PMIX_NSDIR
	 */
	public Path job(String nspace) {
		return top().resolve(nspace);
	}

	/**
	 * @param nspace a namespace
	 * @param rank   a rank in it
	 * @return its PMIX_PROCDIR
	 */
	public Path rank(String nspace, int rank) {
		return job(nspace).resolve(Integer.toString(rank));
	}

	/**
	 * @param nspace a namespace
	 * @return where libraries may put files of its processes that are memory
	 */
	public Optional<Path> sharedMemory(String nspace) {
		return sharedMemory.map(directory -> directory.path().resolve(nspace));
	}

	/** @return what could not be removed, one line each */
	public List<String> remove() {
		List<String> left = new ArrayList<>(top.remove());
		sharedMemory.ifPresent(directory -> left.addAll(directory.remove()));
		return left;
	}
}
