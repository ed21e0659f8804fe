// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.rendezvous;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

import org.pmix4j.model.bytes.BytePaths;
import org.pmix4j.model.internal.text.FileFailure;
import org.pmix4j.model.internal.text.PeerLog;

/**
 * The file for the server's address that the user requested. Never destroys a user's file: a new file appears atomically, an address of a
 * dead server is replaced atomically, an empty file is filled and later emptied, and any other content is refused. A pipe or device is only
 * written to. Owned by the {@link RendezvousFiles} of the server; blocks on the file system.
 */
final class ReportedFile {
	private static final PeerLog LOG = PeerLog.of(ReportedFile.class);
	/** The address and the version of a server, as {@link ReportedUri} and the C library write them. */
	private static final Pattern ADDRESS = Pattern.compile("[^\\s;]+;tcp[46]?://[^\\s]+\n(v?[0-9][^\\s]*\n)?");
	private static final int MAX_SIZE = 4096;

	private final Path path;
	private final String text;
	private final Object key;
	/** True if the user created the file, which was then empty. */
	private final boolean users;

	private ReportedFile(Path path, String text, boolean users) throws IOException {
		this.path = path;
		this.text = text;
		this.users = users;
		key = key(attributes(path));
	}

	/**
	 * Writes the file.
	 *
	 * @param path its path
	 * @param text its content
	 * @return the file to be removed when the server ends; empty for a pipe or device
	 * @throws IOException if it cannot be written, or holds anything other than the address of a server
	 */
	static Optional<ReportedFile> write(Path path, String text) throws IOException {
		try {
			return writeOver(path, text, attributes(path));
		} catch (NoSuchFileException e) {
			return Optional.of(create(path, text));
		}
	}

	private static ReportedFile create(Path path, String text) throws IOException {
		Path draft = draft(path, text);
		try {
			Files.createLink(path, draft);
		} finally {
			Files.deleteIfExists(draft);
		}
		return new ReportedFile(path, text, false);
	}

	private static Optional<ReportedFile> writeOver(Path path, String text, BasicFileAttributes found) throws IOException {
		if (found.isSymbolicLink() && Files.isRegularFile(path) || found.isDirectory() || found.size() > MAX_SIZE) {
			throw foreign(path);
		}
		if (!found.isRegularFile()) {
			put(path, text, StandardOpenOption.WRITE);
			return Optional.empty();
		}
		String content = Files.readString(path, StandardCharsets.ISO_8859_1);
		if (content.isEmpty()) {
			put(path, text, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
			return Optional.of(new ReportedFile(path, text, true));
		}
		if (!ADDRESS.matcher(content).matches()) {
			throw foreign(path);
		}
		LOG.log(Level.INFO, "Replacing {0}, which another server left behind", BytePaths.text(path));
		Path draft = draft(path, text);
		try {
			Files.move(draft, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
		} finally {
			Files.deleteIfExists(draft);
		}
		return Optional.of(new ReportedFile(path, text, false));
	}

	/** The failure of a write names the file that the user has named, and leaves no draft. */
	private static Path draft(Path path, String text) throws IOException {
		Path draft = TemporaryFiles.beside(path);
		try {
			Files.createFile(draft);
		} catch (NoSuchFileException e) {
			throw new IOException(BytePaths.text(path) + " cannot be created, as its directory does not exist", e);
		}
		try {
			return Files.writeString(draft, text, StandardCharsets.UTF_8, StandardOpenOption.WRITE);
		} catch (IOException e) {
			Files.deleteIfExists(draft);
			throw FileFailure.at(path, e);
		}
	}

	private static void put(Path file, String text, OpenOption... options) throws IOException {
		try {
			Files.writeString(file, text, StandardCharsets.UTF_8, options);
		} catch (IOException e) {
			throw FileFailure.at(file, e);
		}
	}

	private static IOException foreign(Path path) {
		return new IOException(BytePaths.text(path) + " exists and does not hold the address of a server; remove it, or name another file");
	}

	/** Returns its path. */
	Path path() {
		return path;
	}

	/** Removes the file, or empties it if it was there before; does nothing if it is no longer the file that was written. */
	void remove() {
		try {
			if (!key(attributes(path)).equals(key) || !Files.readString(path).equals(text)) {
				LOG.log(Level.WARNING, "{0} is not removed, as it no longer holds this server''s address", BytePaths.text(path));
			} else if (users) {
				Files.writeString(path, "", StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
			} else {
				Files.delete(path);
			}
		} catch (NoSuchFileException e) {
			LOG.log(Level.DEBUG, "{0} is already removed", BytePaths.text(path));
		} catch (IOException e) {
			LOG.log(Level.WARNING, "Cannot remove {0}: {1}", BytePaths.text(path), FileFailure.reason(e));
		}
	}

	private static BasicFileAttributes attributes(Path path) throws IOException {
		return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
	}

	/** Returns device and inode. */
	private static Object key(BasicFileAttributes attributes) {
		return Objects.requireNonNull(attributes.fileKey());
	}
}
