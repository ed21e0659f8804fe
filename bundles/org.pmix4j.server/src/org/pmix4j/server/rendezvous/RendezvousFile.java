// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.rendezvous;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
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
	/** Of two servers that take over the same dead one's file, one finds the other's; more turns mean a third. */
	private static final int MOST_TURNS = 10;
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
					reclaim(path, announcement.pid());
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

	private static void reclaim(Path path, long pid) throws PmixException, IOException {
		String stale;
		try {
			stale = requireStale(path);
		} catch (NoSuchFileException e) {
			LOG.log(Level.DEBUG, "{0} has just been removed", path);
			return;
		}
		Path aside = sibling(path, pid);
		try {
			Files.move(path, aside, StandardCopyOption.ATOMIC_MOVE);
		} catch (NoSuchFileException e) {
			LOG.log(Level.DEBUG, "another server was faster to remove {0}", path);
			return;
		}
		try {
			if (read(aside).equals(stale)) {
				LOG.log(Level.INFO, "{0} was left behind by a server that is gone; it is taken over", path);
			} else {
				giveBack(aside, path);
			}
		} finally {
			Files.deleteIfExists(aside);
		}
	}

	/** Another server took the file over between the look at it and its removal. */
	private static void giveBack(Path aside, Path path) throws IOException {
		try {
			Files.createLink(path, aside);
		} catch (FileAlreadyExistsException e) {
			LOG.log(Level.WARNING, "two servers announced themselves in {0} at the same time, and a third one too", path);
		}
	}

	private static String requireStale(Path path) throws PmixException, IOException {
		BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
		if (!attributes.isRegularFile() || attributes.size() > MAX_SIZE) {
			throw foreign(path);
		}
		String text = read(path);
		if (text.isEmpty()) {
			// somebody who waits for our address made it, or a server died while it wrote
			return text;
		}
		Announcement said = Announcement.parse(text).orElseThrow(() -> foreign(path));
		if (ProcessLife.isAlive(said.pid(), attributes.lastModifiedTime().toInstant())) {
			throw new PmixException(Status.ERR_EXISTS, "process " + said.pid() + " is such a server already: " + path + " announces "
					+ said.uri() + "; there can be only one");
		}
		return text;
	}

	private static PmixException foreign(Path path) {
		return new PmixException(Status.ERR_EXISTS, path + " is none that a server has written; remove it");
	}

	private static String read(Path path) throws IOException {
		return Files.readString(path, StandardCharsets.ISO_8859_1);
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
