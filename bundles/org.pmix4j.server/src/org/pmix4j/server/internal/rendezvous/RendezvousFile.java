// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.rendezvous;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.System.Logger;
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

/**
 * One file that tells tools where a server is. It appears complete and at once, since it is written under another name and then
 * linked, which fails if the name is taken. A name taken by a dead server is taken over. Blocks on the file system; of one thread.
 *
 * @see "OpenPMIx src/mca/ptl/base/ptl_base_listener.c, which has no answer to the file of a dead server"
 */
final class RendezvousFile {
	private static final Logger LOG = System.getLogger(RendezvousFile.class.getName());
	/** Of many servers that take over the same dead one's file, one gets its turn after the other; each needs a moment. */
	private static final int MOST_TURNS = 200;
	private static final Duration PAUSE = Duration.ofMillis(10);
	private static final int MAX_SIZE = 4096;
	private static final AtomicLong COUNTER = new AtomicLong();

	private final Path path;
	/** Tells our file from another that took its name: no two servers have the same address. */
	private final String text;

	private RendezvousFile(Path path, String text) {
		this.path = path;
		this.text = text;
	}

	/**
	 * @param path         of the file, in a directory that exists
	 * @param announcement its content
	 * @param permissions  of the file
	 * @return the file
	 * @throws PmixException EXISTS if a living server has this file; the message names it
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
			// again, as the umask has taken its share
			Files.setPosixFilePermissions(draft, permissions);
			for (int turn = 0; turn < MOST_TURNS; turn++) {
				try {
					Files.createLink(path, draft);
					return new RendezvousFile(path, text);
				} catch (FileAlreadyExistsException e) {
					reclaim(path);
				}
			}
			throw new PmixException(Status.ERR_EXISTS, path + ": other servers write it again and again");
		} finally {
			Files.deleteIfExists(draft);
		}
	}

	/** A name that no search for rendezvous files finds. */
	private static Path sibling(Path path, long pid) {
		return path.resolveSibling("." + path.getFileName() + "-" + pid + "-" + COUNTER.incrementAndGet());
	}

	/** What tells a file from another that has taken its name, or from itself after it was written again. */
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
	 * Removes the file of a dead server, unless it is gone already. Who does it holds a lock on the file itself, so that nobody removes
	 * what another has put in its place in the meantime.
	 */
	private static void reclaim(Path path) throws PmixException, IOException {
		try {
			Found found = Found.at(path);
			requireStale(path, found);
			// nothing may open it once more from here on: that would end the lock of this process
			try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
				if (!lock(file)) {
					pause(path);
				} else if (found.equals(Found.at(path))) {
					Files.delete(path);
					LOG.log(Level.INFO, "{0} was left behind by a server that is gone; it is taken over", path);
				}
			}
		} catch (NoSuchFileException e) {
			LOG.log(Level.DEBUG, "{0} has just been removed", path);
		}
	}

	/** The lock ends with the channel. */
	private static boolean lock(FileChannel file) throws IOException {
		try {
			return file.tryLock() != null;
		} catch (OverlappingFileLockException e) {
			// another server of this process has it
			return false;
		}
	}

	private static void pause(Path path) throws IOException {
		try {
			Thread.sleep(PAUSE);
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
			throw new InterruptedIOException("interrupted while another server takes over " + path);
		}
	}

	private static void requireStale(Path path, Found found) throws PmixException, IOException {
		String text = Files.readString(path, StandardCharsets.ISO_8859_1);
		if (text.isEmpty()) {
			// somebody who waits for our address made it, or a server died while it wrote
			return;
		}
		Announcement said = Announcement.parse(text).orElseThrow(() -> foreign(path));
		if (ProcessLife.isAlive(said.pid(), found.modified().toInstant())) {
			throw new PmixException(Status.ERR_EXISTS, "process " + said.pid() + " is such a server already: " + path + " announces "
					+ said.uri() + "; there can be only one");
		}
	}

	private static PmixException foreign(Path path) {
		return new PmixException(Status.ERR_EXISTS, path + " is none that a server has written; remove it");
	}

	/** Removes the file, if it is still ours. */
	void remove() {
		try {
			if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS) && Files.readString(path).equals(text)) {
				Files.delete(path);
			}
		} catch (NoSuchFileException e) {
			LOG.log(Level.DEBUG, "{0} is gone already", path);
		} catch (IOException e) {
			LOG.log(Level.WARNING, "{0} cannot be removed: {1}", path, e.getMessage());
		}
	}
}
