// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.node;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The directories of one session on one node: a tree of session, namespace and rank for files, and a directory in shared memory for the
 * segments of MPI libraries. Owned by the session; may be used from any thread.
 */
public interface SessionDirectory {
	/** @return PMIX_TMPDIR on this node */
	Path top();

	/**
	 * @param nspace a namespace
	 * @return its PMIX_NSDIR on this node
	 */
	default Path job(String nspace) {
		return top().resolve(nspace);
	}

	/**
	 * @param nspace a namespace
	 * @param rank   a rank of it on this node
	 * @return its PMIX_PROCDIR
	 */
	default Path rank(String nspace, int rank) {
		return job(nspace).resolve(Integer.toString(rank));
	}

	/**
	 * @param nspace a namespace
	 * @return the directory in shared memory for files of its processes; empty if the node has no such memory
	 */
	Optional<Path> sharedMemory(String nspace);

	/**
	 * Creates the directories of a job.
	 *
	 * @param nspace its namespace
	 * @param ranks  its ranks on this node
	 * @return completes when the directories exist; fails with an {@link java.io.IOException} if there is no space
	 */
	CompletableFuture<Void> createJob(String nspace, List<Integer> ranks);

	/**
	 * Copies a file to the directory of a job and links it in the directories of ranks.
	 *
	 * @param nspace the job, whose directories exist
	 * @param file   readable on the server's node
	 * @param name   where it is put, relative to the directory of the job and to those of the ranks
	 * @param ranks  of the job on this node
	 * @return completes when the file is in place; fails with an {@link java.io.IOException} if it cannot be copied
	 */
	CompletableFuture<Void> preload(String nspace, Path file, Path name, List<Integer> ranks);

	/**
	 * Writes a file for the ranks of a job into its directory; only the user may read it.
	 *
	 * @param nspace  the job, whose directories exist
	 * @param name    of a file that does not exist
	 * @param content text
	 * @return the file, when it is complete; fails with an {@link java.io.IOException} if it cannot be written or the job is over
	 */
	CompletableFuture<Path> write(String nspace, String name, String content);

	/**
	 * Removes the directories of a job and the files in them; logs files that cannot be removed.
	 *
	 * @param nspace its namespace; nothing happens if it has no directories
	 * @return completes when the directories are gone; never fails
	 */
	CompletableFuture<Void> removeJob(String nspace);

	/** Removes everything; logs files that cannot be removed. Blocks on the file system. */
	void remove();
}
