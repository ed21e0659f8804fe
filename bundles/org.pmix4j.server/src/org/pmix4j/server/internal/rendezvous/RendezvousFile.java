// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.rendezvous;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.model.internal.text.FileFailure;
import org.pmix4j.model.internal.text.PeerLog;

/**
 * One file that announces a server to tools. It appears atomically and complete: it is written under another name and then linked, which
 * fails if the name is taken. The file of a dead server is replaced. Blocks on the file system; used by one thread.
 *
 * @see "OpenPMIx src/mca/ptl/base/ptl_base_listener.c, which does not handle files of dead servers"
 */
final class RendezvousFile {
	private static final PeerLog LOG = PeerLog.of(RendezvousFile.class);
	/** Attempts to replace the file of a dead server; several servers that try this at the same time take turns. */
	private static final int MOST_TURNS = 200;
	private static final Duration PAUSE = Duration.ofMillis(10);
	private static final int MAX_SIZE = 4096;
	private static final AtomicLong COUNTER = new AtomicLong();

	private final Path path;
	private final boolean isReserved;
	private final Announcement announcement;
	/** Identifies this server's file if another file has taken its name: no two servers have the same address. */
	private final String text;
	private final Set<PosixFilePermission> permissions;

	private RendezvousFile(Path path, boolean isReserved, Announcement announcement, Set<PosixFilePermission> permissions) {
		this.path = path;
		this.isReserved = isReserved;
		this.announcement = announcement;
		this.permissions = permissions;
		text = announcement.text();
	}

	/**
	 * @param path         path of the file, in an existing directory
	 * @param isReserved   whether only servers use that name; anything else of this user with that name is then moved aside
	 * @param announcement its content
	 * @param permissions  its permissions
	 * @return the file
	 * @throws PmixException EXISTS if the file belongs to a running server, which the message names
	 * @throws IOException   if it cannot be written
	 */
	static RendezvousFile publish(Path path, boolean isReserved, Announcement announcement, Set<PosixFilePermission> permissions)
			throws PmixException, IOException {
		RendezvousFile file = new RendezvousFile(path, isReserved, announcement, permissions);
		file.publish();
		return file;
	}

	/**
	 * Publishes the file again if it was removed. A file whose name a user or a debugger has chosen is not restored.
	 *
	 * @return whether it was published again
	 * @throws PmixException EXISTS if another server has taken the name
	 * @throws IOException   if it cannot be written
	 */
	boolean restore() throws PmixException, IOException {
		if (!isReserved || Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
			return false;
		}
		publish();
		return true;
	}

	private void publish() throws PmixException, IOException {
		Path draft = TemporaryFiles.beside(path);
		FileAttribute<Set<PosixFilePermission>> mode = PosixFilePermissions.asFileAttribute(permissions);
		SeekableByteChannel file = Files.newByteChannel(draft, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), mode);
		try {
			write(file);
			// set again, since the umask was applied at creation
			Files.setPosixFilePermissions(draft, permissions);
			for (int turn = 0; turn < MOST_TURNS; turn++) {
				try {
					Files.createLink(path, draft);
					return;
				} catch (FileAlreadyExistsException e) {
					if (!reclaim(path)) {
						if (!isReserved) {
							throw new PmixException(Status.ERR_EXISTS, path + " was not written by a server; remove it");
						}
						moveAside(path, announcement.pid());
					}
				}
			}
			throw new PmixException(Status.ERR_EXISTS, path + ": other servers keep replacing it");
		} finally {
			Files.deleteIfExists(draft);
		}
	}

	private void write(SeekableByteChannel file) throws IOException {
		try (file) {
			ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
			while (bytes.hasRemaining()) {
				file.write(bytes);
			}
		} catch (IOException e) {
			throw FileFailure.at(path, e);
		}
	}

	/** Returns a name that searches for rendezvous files do not match. */
	private static Path sibling(Path path, long pid) {
		return path.resolveSibling("." + path.getFileName() + "-" + pid + "-" + COUNTER.incrementAndGet());
	}

	/** Identifies a version of a file. */
	private record Found(Object key, FileTime modified, long size) {
		/** Returns the file at a path; empty if no server can have written it. */
		static Optional<Found> at(Path path) throws IOException {
			BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
			return attributes.isRegularFile() && attributes.size() <= MAX_SIZE
					? Optional.of(new Found(attributes.fileKey(), attributes.lastModifiedTime(), attributes.size()))
					: Optional.empty();
		}
	}

	/**
	 * Removes the file of a dead server, unless it is already removed. The remover holds a lock on the file itself, so that it never
	 * removes a file that another server has put in its place.
	 *
	 * @return false if no server has written the file; nothing was changed then
	 * @throws PmixException EXISTS if the server runs
	 */
	private static boolean reclaim(Path path) throws PmixException, IOException {
		try {
			Optional<Found> found = Found.at(path);
			if (found.isEmpty() || !isStale(path, found.get())) {
				return false;
			}
			// do not open the file again here: closing it would release the lock of this process
			try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
				if (!lock(file)) {
					pause(path);
				} else if (found.equals(Found.at(path))) {
					Files.delete(path);
					LOG.log(Level.INFO, "Replacing {0}, which a dead server left behind", path);
				}
			}
		} catch (NoSuchFileException e) {
			LOG.log(Level.DEBUG, "{0} was removed in the meantime", path);
		} catch (AccessDeniedException e) {
			return false;
		}
		return true;
	}

	/** Renames a file or directory that no server has written, but that has the name of a server's file, so that nothing is lost. */
	private static void moveAside(Path path, long pid) throws PmixException, IOException {
		Path aside = sibling(path, pid);
		try {
			Object before = key(path);
			Files.move(path, aside);
			if (!Objects.equals(before, key(aside))) {
				// a server has put its file there meanwhile
				Files.move(aside, path);
				return;
			}
			LOG.log(Level.WARNING, "{0} was not written by a server; it is now called {1}", path, aside);
		} catch (NoSuchFileException e) {
			LOG.log(Level.DEBUG, "{0} was removed in the meantime", path);
		} catch (FileSystemException e) {
			throw new PmixException(Status.ERR_EXISTS,
					path + " was not written by a running server, and cannot be replaced: " + FileFailure.reason(e) + "; ask its owner to remove it", e);
		}
	}

	private static @Nullable Object key(Path path) throws IOException {
		return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS).fileKey();
	}

	/** Locks a file until its channel is closed. */
	private static boolean lock(FileChannel file) throws IOException {
		try {
			return file.tryLock() != null;
		} catch (OverlappingFileLockException e) {
			// locked by another server in this process
			return false;
		}
	}

	private static void pause(Path path) throws IOException {
		try {
			Thread.sleep(PAUSE);
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
			throw new InterruptedIOException("interrupted while another server replaces " + path);
		}
	}

	/** Returns whether a server that has ended wrote the file; false if no server wrote it. */
	private static boolean isStale(Path path, Found found) throws PmixException, IOException {
		String text = Files.readString(path, StandardCharsets.ISO_8859_1);
		if (text.isEmpty()) {
			// created by a launcher that waits for this server's address, or by a server that died while writing
			return true;
		}
		Optional<Announcement> said = Announcement.parse(text);
		if (said.isPresent() && said.get().isServed(owner(path), found.modified().toInstant())) {
			throw new PmixException(Status.ERR_EXISTS, "process " + said.get().pid() + " already has this role: " + path + " announces "
					+ said.get().uri() + "; only one server can have it");
		}
		return said.isPresent();
	}

	private static int owner(Path path) throws IOException {
		return (Integer) Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS);
	}

	/** Returns its path. */
	Path path() {
		return path;
	}

	/** Removes the file if it is still this server's. */
	void remove() {
		try {
			if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS) && Files.readString(path).equals(text)) {
				Files.delete(path);
			}
		} catch (NoSuchFileException e) {
			LOG.log(Level.DEBUG, "{0} is already removed", path);
		} catch (IOException e) {
			LOG.log(Level.WARNING, "Cannot remove {0}: {1}", path, e.getMessage());
		}
	}
}
