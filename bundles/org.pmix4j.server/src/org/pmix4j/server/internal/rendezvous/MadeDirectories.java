// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.rendezvous;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;

import org.pmix4j.model.internal.text.PeerLog;

/** Directories that a server created for its files; only these are removed. Blocks; used by one thread. */
final class MadeDirectories {
	private static final PeerLog LOG = PeerLog.of(MadeDirectories.class);

	private final Set<PosixFilePermission> permissions;
	private final Deque<Path> made = new ArrayDeque<>();

	MadeDirectories(Set<PosixFilePermission> permissions) {
		this.permissions = permissions;
	}

	/** @throws IOException if the directory does not exist and cannot be created */
	void require(Path directory) throws IOException {
		if (Files.isDirectory(directory)) {
			return;
		}
		Path parent = directory.getParent();
		if (parent != null) {
			require(parent);
		}
		try {
			Files.createDirectory(directory, PosixFilePermissions.asFileAttribute(permissions));
			made.push(directory);
			Files.setPosixFilePermissions(directory, permissions);
		} catch (FileAlreadyExistsException e) {
			if (!Files.isDirectory(directory)) {
				throw e;
			}
		}
	}

	/** Removes the created directories, innermost first; directories that contain other files are kept. */
	void remove() {
		while (!made.isEmpty()) {
			Path directory = made.pop();
			try {
				Files.delete(directory);
			} catch (NoSuchFileException e) {
				LOG.log(Level.DEBUG, "{0} is already removed", directory);
			} catch (DirectoryNotEmptyException e) {
				LOG.log(Level.INFO, "{0} is kept, since it contains other files", directory);
			} catch (IOException e) {
				LOG.log(Level.WARNING, "Cannot remove {0}: {1}", directory, e.getMessage());
			}
		}
	}
}
