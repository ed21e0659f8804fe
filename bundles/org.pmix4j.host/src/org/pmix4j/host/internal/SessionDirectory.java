// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.pmix4j.host.process.Leftovers;
import org.pmix4j.host.process.Marker;
import org.pmix4j.host.process.PrivateDirectory;
import org.pmix4j.host.process.Watchdog;

/**
 * The directories of one host: a tree of top, namespace and rank for files, and a directory in shared memory for the segments of
 * MPI libraries, which would else outlive a killed launcher. All are 0700 and vanish with the host, or with its watchdog. Owned by
 * the host; may be used from any thread, and blocks on the file system.
 */
public final class SessionDirectory {
	private static final Path SHARED_MEMORY = Path.of("/dev/shm");

	private final PrivateDirectory top;
	private final Optional<PrivateDirectory> sharedMemory;

	private SessionDirectory(PrivateDirectory top, Optional<PrivateDirectory> sharedMemory) {
		this.top = top;
		this.sharedMemory = sharedMemory;
	}

	/**
	 * Creates both tops.
	 *
	 * @param base   where temporary files go
	 * @param prefix how the names begin
	 * @param marker of the processes that use them
	 * @return the directories
	 * @throws IOException if the base does not exist or cannot be written; the message says what to do
	 */
	public static SessionDirectory create(Path base, String prefix, Marker marker) throws IOException {
		PrivateDirectory top;
		try {
			top = claimed(base, prefix, marker);
		} catch (IOException e) {
			String reason = Files.isDirectory(base) ? "it cannot be written" : "it is not a directory";
			throw new IOException("cannot create the session directory in " + base + ": " + reason + " (" + e.getMessage()
					+ "); set TMPDIR to a directory that can be", e);
		}
		return new SessionDirectory(top, sharedMemory(prefix, marker));
	}

	private static Optional<PrivateDirectory> sharedMemory(String prefix, Marker marker) {
		try {
			return Files.isWritable(SHARED_MEMORY) ? Optional.of(claimed(SHARED_MEMORY, prefix, marker)) : Optional.empty();
		} catch (IOException e) {
			HostLog.log(Level.DEBUG, "no directory in shared memory; libraries choose their own", e);
			return Optional.empty();
		}
	}

	private static PrivateDirectory claimed(Path base, String prefix, Marker marker) throws IOException {
		PrivateDirectory directory = PrivateDirectory.create(base, prefix);
		Leftovers.claim(directory, marker);
		return directory;
	}

	/**
	 * @param base where temporary files go
	 * @return where hosts leave directories
	 */
	public static List<Path> bases(Path base) {
		return List.of(base, SHARED_MEMORY);
	}

	/** @param watchdog is told to remove the directories if we die */
	public void watchedBy(Watchdog watchdog) {
		watchdog.watch(top);
		sharedMemory.ifPresent(watchdog::watch);
	}

	/**
	 * Creates the directories of a job.
	 *
	 * @param nspace its namespace
	 * @param size   how many ranks it has
	 * @throws IOException if there is no space
	 */
	public void createJob(String nspace, int size) throws IOException {
		for (int rank = 0; rank < size; rank++) {
			top.createDirectories(nspace, Integer.toString(rank));
		}
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

	/** @return where libraries may put files that are memory */
	public Optional<Path> sharedMemory() {
		return sharedMemory.map(PrivateDirectory::path);
	}

	/** @return what could not be removed, one line each */
	public List<String> remove() {
		List<String> left = new ArrayList<>(top.remove());
		sharedMemory.ifPresent(directory -> left.addAll(directory.remove()));
		return left;
	}
}
