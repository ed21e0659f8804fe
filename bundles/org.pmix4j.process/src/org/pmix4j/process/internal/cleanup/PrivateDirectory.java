// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.cleanup;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.pmix4j.model.bytes.BytePaths;

/**
 * A directory that only its owner can read (0700), with an unpredictable name. Removed through descriptors, never by path, so that a link
 * or a directory planted in the tree leads nowhere. Immutable; callable from any thread; blocks on the file system.
 */
public final class PrivateDirectory {

	private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY = PosixFilePermissions
			.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

	private static final Path RANDOM = Path.of("/dev/urandom");
	private static final int RANDOM_BYTES = 8;

	private final Path path;
	/** Device and inode, which distinguish this directory from another that took its name. */
	private final Object identity;

	private PrivateDirectory(Path path, Object identity) {
		this.path = path;
		this.identity = identity;
	}

	/**
	 * Creates a directory; fails if it exists. {@link Watchdog#createDirectory} does the same so that even kill -9 of this JVM leaves
	 * nothing behind.
	 *
	 * @param base an existing directory, e.g. the one for temporary files
	 * @param prefix the beginning of its name; 16 random characters follow
	 */
	public static PrivateDirectory create(Path base, String prefix) throws IOException {
		return createAt(newPath(base, prefix));
	}

	/** Returns an unpredictable path that does not exist yet. */
	static Path newPath(Path base, String prefix) throws IOException {
		// not by java.security, which takes 5 % of the CPU time of a launcher (releng/benchmarks)
		try (InputStream in = Files.newInputStream(RANDOM)) {
			return base.toAbsolutePath().resolve(checkedName(prefix + HexFormat.of().formatHex(in.readNBytes(RANDOM_BYTES))));
		}
	}

	static PrivateDirectory createAt(Path path) throws IOException {
		Files.createDirectory(path, OWNER_ONLY);
		return existing(path);
	}

	/** Returns an existing directory, which must belong to this user. */
	static PrivateDirectory existing(Path path) throws IOException {
		Object identity = Files.getAttribute(path, "fileKey", LinkOption.NOFOLLOW_LINKS);
		if (identity == null) {
			throw new IOException("the file system of " + BytePaths.text(path) + " does not identify files, so it cannot hold private directories");
		}
		return new PrivateDirectory(path, identity);
	}

	/** Returns whether the directory is gone; false if something else has taken its name. */
	public boolean isGone() {
		return !Files.exists(path, LinkOption.NOFOLLOW_LINKS);
	}

	/** Returns the numbers of device and inode as stat(1) prints them in the format {@code %d:%i}. */
	String number() throws IOException {
		Map<String, Object> numbers = Files.readAttributes(path, "unix:dev,ino", LinkOption.NOFOLLOW_LINKS);
		return numbers.get("dev") + ":" + numbers.get("ino");
	}

	/** Returns the absolute path. */
	public Path path() {
		return path;
	}

	/**
	 * Creates a directory (0700) in this one, which can be removed on its own.
	 *
	 * @param name a single name: not empty, no '/', not . or ..
	 * @throws FileAlreadyExistsException if the name is taken
	 */
	public PrivateDirectory createChild(String name) throws IOException {
		return createAt(path.resolve(BytePaths.of(checkedName(name))));
	}

	/**
	 * Creates nested directories (0700) below this one and returns the innermost. Those that exist are kept.
	 *
	 * @param names single names: not empty, no '/', not . or ..
	 * @throws FileAlreadyExistsException if a name is taken by a link or anything else that is not a directory
	 */
	public Path createDirectories(String... names) throws IOException {
		Path directory = path;
		for (String name : names) {
			directory = directory.resolve(BytePaths.of(checkedName(name)));
			try {
				Files.createDirectory(directory, OWNER_ONLY);
			} catch (FileAlreadyExistsException e) {
				if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
					throw e;
				}
			}
		}
		return directory;
	}

	/** Removes the tree. Returns a line for each path that could not be removed, with the reason. */
	public List<String> remove() {
		return new TreeRemover(path, identity).remove();
	}

	@Override
	public String toString() {
		return BytePaths.text(path);
	}

	private static String checkedName(String name) {
		if (name.isEmpty() || name.equals(".") || name.equals("..") || name.indexOf('/') >= 0 || name.indexOf('\n') >= 0) {
			throw new IllegalArgumentException("\"" + name + "\" is not a valid name of a directory");
		}
		return name;
	}
}
