// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.cleanup;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;

/**
 * Deletes what a {@link CleanupSet} names. Works on open directories, so that a link that somebody plants on the way is
 * deleted and not followed. Blocks, so it runs on the executor. Owned by the server; without state.
 */
public final class Cleaner {
	private static final Logger LOG = System.getLogger(Cleaner.class.getName());

	private final Executor executor;

	public Cleaner(Executor executor) {
		this.executor = executor;
	}

	/**
	 * Deletes as much as it can; what it cannot is logged.
	 *
	 * @param sets may be empty; must not change any more
	 * @return done when nothing more can be deleted
	 */
	public CompletableFuture<Void> clean(List<CleanupSet> sets) {
		List<CleanupSet> work = sets.stream().filter(set -> !set.isEmpty()).toList();
		if (work.isEmpty()) {
			return CompletableFuture.completedFuture(null);
		}
		try {
			return CompletableFuture.runAsync(() -> cleanNow(work), executor);
		} catch (RejectedExecutionException e) {
			LOG.log(Level.WARNING, "what processes wanted to be deleted stays, as the executor takes no more work");
			return CompletableFuture.failedFuture(new PmixException(Status.ERR_OUT_OF_RESOURCE, "the executor takes no more work", e));
		}
	}

	/** Deletes in the caller's thread. */
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
		public void clean() {
			for (Path file : set.files()) {
				inParent(file, (parent, name) -> parent.deleteFile(name));
			}
			for (CleanupSet.Directory directory : set.directories()) {
				inParent(directory.path(), (parent, name) -> {
					if (deleteContent(parent, directory.path(), directory) && !directory.keepTop()) {
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
					LOG.log(Level.WARNING, "{0} stays: this platform cannot delete it safely", path);
				}
			} catch (NoSuchFileException e) {
				LOG.log(Level.DEBUG, "{0} is gone already", path);
			} catch (IOException e) {
				LOG.log(Level.WARNING, "cannot delete {0}, which a process wanted to be deleted: {1}", path, e.toString());
			}
		}

		/** @return whether nothing is left in it */
		private boolean deleteContent(SecureDirectoryStream<Path> parent, Path path, CleanupSet.Directory rules) throws IOException {
			boolean empty = true;
			try (SecureDirectoryStream<Path> directory = parent.newDirectoryStream(path.getFileName(), LinkOption.NOFOLLOW_LINKS)) {
				List<Path> names = new ArrayList<>();
				directory.forEach(entry -> names.add(entry.getFileName()));
				for (Path name : names) {
					empty &= tryToDelete(directory, path.resolve(name), rules);
				}
			}
			return empty;
		}

		/** One that cannot be deleted does not save the others. */
		private boolean tryToDelete(SecureDirectoryStream<Path> directory, Path path, CleanupSet.Directory rules) {
			try {
				return deleteEntry(directory, path, rules);
			} catch (NoSuchFileException e) {
				return true;
			} catch (IOException e) {
				LOG.log(Level.WARNING, "cannot delete {0}, which is in a directory to be deleted: {1}", path, e.toString());
				return false;
			}
		}

		/** @return whether it is gone */
		private boolean deleteEntry(SecureDirectoryStream<Path> directory, Path path, CleanupSet.Directory rules) throws IOException {
			Path name = path.getFileName();
			if (set.keeps(path)) {
				return false;
			}
			if (isDirectory(directory, name)) {
				if (!rules.recursive() || !deleteContent(directory, path, rules)) {
					return false;
				}
				directory.deleteDirectory(name);
				return true;
			}
			if (rules.emptyOnly()) {
				return false;
			}
			directory.deleteFile(name);
			return true;
		}

		private static boolean isDirectory(SecureDirectoryStream<Path> directory, Path name) throws IOException {
			return directory.getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS).readAttributes()
					.isDirectory();
		}
	}
}
