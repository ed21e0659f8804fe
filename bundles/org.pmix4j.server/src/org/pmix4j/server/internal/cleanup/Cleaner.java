// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.cleanup;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.model.internal.text.PeerLog;

/**
 * Deletes the files and directories of {@link CleanupSet}s. Works on open directories, so that a link planted in a tree is deleted and not
 * followed. Blocks, so it runs on the executor. Owned by the server; stateless.
 */
public final class Cleaner {
	private static final PeerLog LOG = PeerLog.of(Cleaner.class);

	private final Executor executor;

	public Cleaner(Executor executor) {
		this.executor = executor;
	}

	/**
	 * Deletes as much as it can and logs the rest.
	 *
	 * @param sets may be empty; must not change afterwards
	 * @return completes when the work is done
	 */
	public CompletableFuture<Void> clean(List<CleanupSet> sets) {
		List<CleanupSet> work = sets.stream().filter(set -> !set.isEmpty()).toList();
		if (work.isEmpty()) {
			return CompletableFuture.completedFuture(null);
		}
		try {
			return CompletableFuture.runAsync(() -> cleanNow(work), executor);
		} catch (RejectedExecutionException | OutOfMemoryError e) {
			LOG.log(Level.WARNING, "Files registered for cleanup are not deleted: the executor accepts no tasks");
			return CompletableFuture.failedFuture(new PmixException(Status.ERR_OUT_OF_RESOURCE, "the executor accepts no tasks", e));
		}
	}

	/** Deletes on the caller's thread. */
	public static void cleanNow(List<CleanupSet> sets) {
		for (CleanupSet set : sets) {
			new Run(set).clean();
		}
	}

	private interface Deletion {
		void run(SecureDirectoryStream<Path> parent, Path name) throws IOException;
	}

	/** The work on one set. */
	private record Run(CleanupSet set) {
		private void clean() {
			for (Path file : set.files()) {
				inParent(file, (parent, name) -> parent.deleteFile(name));
			}
			for (CleanupSet.Directory directory : set.directories()) {
				inParent(directory.path(), (parent, name) -> {
					if (DirectoryCleaner.clear(parent, directory, set::keeps) && !directory.keepTop()) {
						parent.deleteDirectory(name);
					}
				});
			}
		}

		private void inParent(Path path, Deletion deletion) {
			Path parent = path.getParent();
			Path name = path.getFileName();
			if (parent == null || name == null || set.keeps(path)) {
				return;
			}
			try (DirectoryStream<Path> stream = Files.newDirectoryStream(parent)) {
				if (stream instanceof SecureDirectoryStream<Path> secure) {
					deletion.run(secure, name);
				} else {
					LOG.log(Level.WARNING, "{0} is not deleted: this platform cannot do so safely", path);
				}
			} catch (NoSuchFileException e) {
				LOG.log(Level.DEBUG, "{0} is already deleted", path);
			} catch (IOException e) {
				LOG.log(Level.WARNING, "Cannot delete {0}, which a process registered for cleanup: {1}", path, e.toString());
			}
		}
	}
}
