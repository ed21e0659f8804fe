// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal;

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
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Deletes what a {@link CleanupSet} names. Works on open directories, so that a link that somebody plants on the way is
 * deleted and not followed. Blocks, so it runs on the executor; without state.
 */
final class Cleaner {
	private static final Logger LOG = System.getLogger(Cleaner.class.getName());

	private final Set<Path> ignored;

	private Cleaner(Set<Path> ignored) {
		this.ignored = ignored;
	}

	/** Deletes as much as it can; what it cannot is logged. */
	static void clean(CleanupSet set) {
		Cleaner cleaner = new Cleaner(set.ignored.stream().map(Path::of).collect(Collectors.toSet()));
		for (String file : set.files) {
			cleaner.inParent(Path.of(file), (parent, name) -> parent.deleteFile(name));
		}
		for (CleanupSet.Directory directory : set.directories) {
			Path path = Path.of(directory.path());
			cleaner.inParent(path, (parent, name) -> cleaner.deleteDirectory(parent, path, directory.recursive(), directory.keepTop()));
		}
	}

	private interface Deletion {
		void run(SecureDirectoryStream<Path> parent, Path name) throws IOException;
	}

	private void inParent(Path path, Deletion deletion) {
		Path parent = path.getParent();
		Path name = path.getFileName();
		if (!path.isAbsolute() || parent == null || name == null || ignored.contains(path)) {
			LOG.log(Level.DEBUG, "{0} is not deleted", path);
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

	/** @return whether nothing is left of it */
	private boolean deleteDirectory(SecureDirectoryStream<Path> parent, Path path, boolean recursive, boolean keepTop) throws IOException {
		Path name = path.getFileName();
		boolean empty = true;
		try (SecureDirectoryStream<Path> directory = parent.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
			List<Path> entries = new ArrayList<>();
			directory.forEach(entry -> entries.add(entry.getFileName()));
			for (Path entry : entries) {
				empty &= deleteEntry(directory, path.resolve(entry), recursive);
			}
		}
		if (empty && !keepTop) {
			parent.deleteDirectory(name);
		}
		return empty && !keepTop;
	}

	private boolean deleteEntry(SecureDirectoryStream<Path> directory, Path path, boolean recursive) throws IOException {
		Path name = path.getFileName();
		if (ignored.contains(path)) {
			return false;
		}
		boolean isDirectory = directory.getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS).readAttributes()
				.isDirectory();
		if (isDirectory) {
			return recursive && deleteDirectory(directory, path, true, false);
		}
		directory.deleteFile(name);
		return true;
	}
}
