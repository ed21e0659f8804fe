// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.cleanup;

import java.io.IOException;
import java.lang.System.Logger;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

import org.pmix4j.model.internal.text.PeerLog;

/**
 * Deletes the content of one directory according to a {@link CleanupSet.Directory}. Works on open directories, so that a link planted in
 * the tree is deleted and not followed. Needs few descriptors and no deep stack, however deep the tree is. Used once, on the thread of the
 * {@link Cleaner}.
 */
final class DirectoryCleaner {
	private static final PeerLog LOG = PeerLog.of(DirectoryCleaner.class);
	private static final Path UP = Path.of("..");
	/** Directories that stay open while those inside are emptied; deeper ones are reopened by "..". */
	private static final int HELD = 32;
	/**
	 * More levels than a path of PATH_MAX bytes can name, so that no path below is kept. Deeper directories are moved to the top: the work
	 * would grow with the square of the depth.
	 */
	private static final int DEEPEST = 2048;
	/** PATH_MAX of Linux; a path of this length cannot be kept. */
	private static final int LONGEST = 4096;

	/** A directory that is being emptied. */
	private static final class Level {
		private final Path name;
		private final Object identity;
		private final Deque<Path> waiting = new ArrayDeque<>();
		/** The characters of the path up to here, of which bytes are never fewer. */
		private final int length;
		private @Nullable SecureDirectoryStream<Path> stream;
		private boolean empty = true;

		private Level(Path name, int before, SecureDirectoryStream<Path> stream) throws IOException {
			this.name = name;
			this.stream = stream;
			length = before + 1 + name.toString().length();
			identity = identity(stream);
			stream.forEach(entry -> waiting.add(entry.getFileName()));
		}

		private SecureDirectoryStream<Path> stream() {
			return Objects.requireNonNull(stream);
		}

		private void close() throws IOException {
			if (stream != null) {
				stream.close();
				stream = null;
			}
		}
	}

	@FunctionalInterface
	private interface Deletion {
		/** @return whether it is gone */
		boolean run() throws IOException;
	}

	private final CleanupSet.Directory rules;
	private final Predicate<Path> kept;
	/** From the innermost to the top. */
	private final Deque<Level> levels = new ArrayDeque<>();
	/** Of the innermost. */
	private Path path;
	private int moved;

	private DirectoryCleaner(CleanupSet.Directory rules, Predicate<Path> kept) {
		this.rules = rules;
		this.kept = kept;
		path = rules.path();
	}

	/**
	 * Deletes as much of the content as it can and logs the rest.
	 *
	 * @param parent the open directory in which it is
	 * @param rules select the files to delete
	 * @param kept returns whether a path must stay
	 * @return whether nothing is left in it
	 * @throws IOException if it cannot be read, or a directory in it was moved away meanwhile
	 */
	static boolean clear(SecureDirectoryStream<Path> parent, CleanupSet.Directory rules, Predicate<Path> kept) throws IOException {
		DirectoryCleaner cleaner = new DirectoryCleaner(rules, kept);
		try {
			return cleaner.clear(parent);
		} finally {
			for (Level level : cleaner.levels) {
				level.close();
			}
		}
	}

	private boolean clear(SecureDirectoryStream<Path> parent) throws IOException {
		levels.push(open(parent, 0, path.getFileName()));
		while (true) {
			Level level = levels.element();
			Path name = level.waiting.poll();
			if (name != null) {
				level.empty &= attempt(name, () -> delete(level, name));
			} else if (levels.size() > 1) {
				leave();
			} else {
				return level.empty;
			}
		}
	}

	/** Deletes an entry, or enters it if it is a directory, which may be deleted after its content. */
	private boolean delete(Level level, Path name) throws IOException {
		if (kept.test(path.resolve(name))) {
			return false;
		}
		SecureDirectoryStream<Path> directory = level.stream();
		if (directory.getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS).readAttributes().isDirectory()) {
			return rules.recursive() && (isDeep(level) ? moveToTop(directory, name) : enter(level, name));
		}
		if (rules.emptyOnly()) {
			return false;
		}
		directory.deleteFile(name);
		return true;
	}

	private boolean isDeep(Level level) {
		return levels.size() >= DEEPEST || level.length > LONGEST && !rules.emptyOnly();
	}

	private boolean enter(Level level, Path name) throws IOException {
		levels.push(open(level.stream(), level.length, name));
		path = path.resolve(name);
		if (levels.size() > HELD && level != levels.getLast()) {
			level.close();
		}
		return true;
	}

	/** Moves a directory to the top, where it is deleted later. Leaves it if files are kept, as they would lose their place. */
	private boolean moveToTop(SecureDirectoryStream<Path> directory, Path name) throws IOException {
		if (rules.emptyOnly()) {
			throw new IOException("the tree is too deep");
		}
		Level top = levels.getLast();
		Path there = Path.of(".moved-" + System.nanoTime() + "-" + ++moved);
		directory.move(name, top.stream(), there);
		top.waiting.add(there);
		return true;
	}

	private void leave() throws IOException {
		Level left = levels.element();
		Level level = levels.stream().skip(1).findFirst().orElseThrow();
		if (level.stream == null) {
			SecureDirectoryStream<Path> outer = left.stream().newDirectoryStream(UP, LinkOption.NOFOLLOW_LINKS);
			level.stream = outer;
			if (!level.identity.equals(identity(outer))) {
				throw new IOException(path + " was moved while its content was deleted");
			}
		}
		left.close();
		levels.pop();
		path = Objects.requireNonNull(path.getParent());
		level.empty &= left.empty && attempt(left.name, () -> {
			level.stream().deleteDirectory(left.name);
			return true;
		});
	}

	/** An entry that cannot be deleted does not stop the deletion of the others. */
	private boolean attempt(Path name, Deletion deletion) {
		try {
			return deletion.run();
		} catch (NoSuchFileException e) {
			return true;
		} catch (IOException e) {
			LOG.log(Logger.Level.WARNING, "Cannot delete {0} in a directory registered for cleanup: {1}", path.resolve(name), e.toString());
			return false;
		}
	}

	private static Level open(SecureDirectoryStream<Path> parent, int length, Path name) throws IOException {
		SecureDirectoryStream<Path> stream = parent.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS);
		try {
			return new Level(name, length, stream);
		} catch (DirectoryIteratorException e) {
			stream.close();
			throw e.getCause();
		} catch (IOException e) {
			stream.close();
			throw e;
		}
	}

	/** Device and inode. */
	private static Object identity(SecureDirectoryStream<Path> directory) throws IOException {
		BasicFileAttributes attributes = directory.getFileAttributeView(BasicFileAttributeView.class).readAttributes();
		return Objects.requireNonNull(attributes.fileKey());
	}
}
