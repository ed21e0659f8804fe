// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.cleanup;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

import org.pmix4j.model.bytes.BytePaths;
import org.pmix4j.model.internal.text.FileFailure;

/**
 * Removes one directory tree relative to open descriptors (openat, unlinkat), so that a directory exchanged for a link meanwhile does not
 * lead it elsewhere. The root must still be the directory that was created. Used once, by one thread.
 */
final class TreeRemover {

	/** The deepest recursion: each level holds a descriptor, so deeper directories are first moved up to the root. */
	private static final int MAX_DEPTH = 32;

	private final Path path;
	private final Object identity;
	private final List<String> problems = new ArrayList<>();
	private int moved;

	TreeRemover(Path path, Object identity) {
		this.path = path;
		this.identity = identity;
	}

	/** Removes the tree. Returns a line for each path that remains, with the reason. */
	List<String> remove() {
		Path parent = path.getParent();
		Path name = path.getFileName();
		if (parent == null || name == null) {
			return List.of(path + ": the root of a file system cannot be removed");
		}
		try (DirectoryStream<Path> stream = Files.newDirectoryStream(parent)) {
			if (stream instanceof SecureDirectoryStream<Path> top) {
				removeRoot(top, name);
			} else {
				problems.add(path + ": this platform cannot remove directories safely; please remove it");
			}
		} catch (NoSuchFileException e) {
			return List.of();
		} catch (IOException e) {
			report(path, e);
		}
		return List.copyOf(problems);
	}

	private void removeRoot(SecureDirectoryStream<Path> top, Path name) throws IOException {
		if (!identity.equals(attributes(top, name).fileKey())) {
			problems.add(path + ": not removed, as something else has taken its name");
			return;
		}
		int before;
		do {
			before = moved;
			Failpoints.hit(Failpoints.BEFORE_OPENING);
			try (SecureDirectoryStream<Path> root = top.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
				BasicFileAttributes opened = root.getFileAttributeView(BasicFileAttributeView.class).readAttributes();
				if (!identity.equals(opened.fileKey())) {
					problems.add(path + ": not removed, as it was replaced during its removal");
					return;
				}
				clear(root, root, path, 1);
			}
		} while (moved > before);
		if (problems.isEmpty()) {
			top.deleteDirectory(name);
		}
	}

	private void clear(SecureDirectoryStream<Path> root, SecureDirectoryStream<Path> directory, Path shown, int depth) {
		try {
			for (Path entry : directory) {
				Path name = entry.getFileName();
				try {
					removeEntry(root, directory, name, shown.resolve(name), depth);
				} catch (NoSuchFileException e) {
					// removed by another process
					continue;
				} catch (IOException e) {
					report(shown.resolve(name), e);
				}
			}
		} catch (DirectoryIteratorException e) {
			report(shown, e.getCause());
		}
	}

	private void removeEntry(SecureDirectoryStream<Path> root, SecureDirectoryStream<Path> directory, Path name, Path shown, int depth)
			throws IOException {
		if (!attributes(directory, name).isDirectory()) {
			directory.deleteFile(name);
			return;
		}
		if (depth == MAX_DEPTH) {
			moved++;
			directory.move(name, root, Path.of(".moved-" + System.nanoTime() + "-" + moved));
			return;
		}
		Failpoints.hit(Failpoints.BEFORE_OPENING);
		try (SecureDirectoryStream<Path> inner = directory.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
			clear(root, inner, shown, depth + 1);
		}
		directory.deleteDirectory(name);
	}

	private static BasicFileAttributes attributes(SecureDirectoryStream<Path> directory, Path name) throws IOException {
		return directory.getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS).readAttributes();
	}

	private void report(Path what, IOException cause) {
		problems.add(BytePaths.text(what) + ": " + FileFailure.reason(cause));
	}
}
