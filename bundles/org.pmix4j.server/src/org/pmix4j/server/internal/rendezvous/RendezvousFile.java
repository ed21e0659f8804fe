// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.rendezvous;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
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
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
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
	/** Identifies our file if another has taken its name, since no two servers have the same address. */
	private final String text;

	private RendezvousFile(Path path, String text) {
		this.path = path;
		this.text = text;
	}

	/**
	 * @param path         path of the file, in an existing directory
	 * @param announcement its content
	 * @param permissions  its permissions
	 * @return the file
	 * @throws PmixException EXISTS if the file belongs to a running server, which the message names
	 * @throws IOException   if it cannot be written
	 */
	static RendezvousFile publish(Path path, Announcement announcement, Set<PosixFilePermission> permissions)
			throws PmixException, IOException {
		Path draft = sibling(path, announcement.pid());
		FileAttribute<Set<PosixFilePermission>> mode = PosixFilePermissions.asFileAttribute(permissions);
		Files.newByteChannel(draft, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), mode).close();
		try {
			String text = announcement.text();
			Files.writeString(draft, text, StandardCharsets.UTF_8);
			// set again, since the umask was applied at creation
			Files.setPosixFilePermissions(draft, permissions);
			for (int turn = 0; turn < MOST_TURNS; turn++) {
				try {
					Files.createLink(path, draft);
					return new RendezvousFile(path, text);
				} catch (FileAlreadyExistsException e) {
					reclaim(path);
				}
			}
			throw new PmixException(Status.ERR_EXISTS, path + ": other servers keep replacing it");
		} finally {
			Files.deleteIfExists(draft);
		}
	}

	/** Returns a name that searches for rendezvous files do not match. */
	private static Path sibling(Path path, long pid) {
		return path.resolveSibling("." + path.getFileName() + "-" + pid + "-" + COUNTER.incrementAndGet());
	}

	/** Identifies a version of a file. */
	private record Found(Object key, FileTime modified, long size) {
		static Found at(Path path) throws PmixException, IOException {
			BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
			if (!attributes.isRegularFile() || attributes.size() > MAX_SIZE) {
				throw foreign(path);
			}
			return new Found(attributes.fileKey(), attributes.lastModifiedTime(), attributes.size());
		}
	}

	/**
	 * Removes the file of a dead server, unless it is already removed. The remover holds a lock on the file itself, so that it never
	 * removes a file that another server has put in its place.
	 */
	private static void reclaim(Path path) throws PmixException, IOException {
		try {
			Found found = Found.at(path);
			requireStale(path, found);
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
		}
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

	private static void requireStale(Path path, Found found) throws PmixException, IOException {
		String text = Files.readString(path, StandardCharsets.ISO_8859_1);
		if (text.isEmpty()) {
			// created by a launcher that waits for our address, or by a server that died while writing
			return;
		}
		Announcement said = Announcement.parse(text).orElseThrow(() -> foreign(path));
		if (ProcessLife.isAlive(said.pid(), found.modified().toInstant())) {
			throw new PmixException(Status.ERR_EXISTS, "process " + said.pid() + " already has this role: " + path + " announces "
					+ said.uri() + "; only one server can have it");
		}
	}

	private static PmixException foreign(Path path) {
		return new PmixException(Status.ERR_EXISTS, path + " was not written by a server; remove it");
	}

	/** Returns its path. */
	Path path() {
		return path;
	}

	/** Removes the file if it is still ours. */
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
