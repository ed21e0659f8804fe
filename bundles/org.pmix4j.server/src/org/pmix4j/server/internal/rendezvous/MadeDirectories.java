// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.rendezvous;

import java.io.IOException;
import java.lang.System.Logger;
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

/** The directories that a server had to make for its files; it removes those and no others. Blocks; of one thread. */
final class MadeDirectories {
	private static final Logger LOG = System.getLogger(MadeDirectories.class.getName());

	private final Set<PosixFilePermission> permissions;
	private final Deque<Path> made = new ArrayDeque<>();

	MadeDirectories(Set<PosixFilePermission> permissions) {
		this.permissions = permissions;
	}

	/** @throws IOException if it does not exist and cannot be made */
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

	/** Removes what was made, the innermost first; what others have put there stays. */
	void remove() {
		while (!made.isEmpty()) {
			Path directory = made.pop();
			try {
				Files.delete(directory);
			} catch (NoSuchFileException e) {
				LOG.log(Level.DEBUG, "{0} is gone already", directory);
			} catch (DirectoryNotEmptyException e) {
				LOG.log(Level.INFO, "{0} is kept, as there is something of others in it", directory);
			} catch (IOException e) {
				LOG.log(Level.WARNING, "{0} cannot be removed: {1}", directory, e.getMessage());
			}
		}
	}
}
