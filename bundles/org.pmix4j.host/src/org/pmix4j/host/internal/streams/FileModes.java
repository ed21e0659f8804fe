// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.streams;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.OptionalInt;
import java.util.Set;

import org.pmix4j.job.internal.streams.FileCreator;
import org.pmix4j.process.internal.posix.Umask;

/**
 * Creates files with the modes that the umask of a job asks for. A umask belongs to all threads of a process that share it, and jobs of one
 * process have different ones: a thread gets a umask of its own, which only it and its children have. Immutable; blocks on the file system.
 *
 * @param mask the umask; empty for that of this process
 */
public record FileModes(OptionalInt mask) implements FileCreator {
	private static final int OF_FILES = 0666;
	private static final int OF_FOLDERS = 0777;

	/**
	 * Prepares the calling thread, a platform thread that creates files of one job only. Without that, files get at most the modes that the
	 * job asks for.
	 */
	@Override
	public void prepareThread() {
		if (mask.isPresent() && Umask.takeOwn()) {
			Umask.set(mask.getAsInt());
		}
	}

	@Override
	public void createFolders(Path folder) throws IOException {
		Files.createDirectories(folder, attributes(OF_FOLDERS));
	}

	@Override
	public FileChannel create(Path file) throws IOException {
		if (mask.isEmpty()) {
			return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
		}
		try {
			return FileChannel.open(file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), attributes(OF_FILES));
		} catch (FileAlreadyExistsException e) {
			// a link to a file that does not exist is one, too
			return FileChannel.open(file, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING),
					attributes(OF_FILES));
		}
	}

	private FileAttribute<?>[] attributes(int most) {
		if (mask.isEmpty()) {
			return new FileAttribute<?>[0];
		}
		int mode = most & ~mask.getAsInt();
		Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
		PosixFilePermission[] all = PosixFilePermission.values(); // from the owner's right to read on, as the bits are
		for (int i = 0; i < all.length; i++) {
			if ((mode >> all.length - 1 - i & 1) != 0) {
				permissions.add(all[i]);
			}
		}
		return new FileAttribute<?>[] { PosixFilePermissions.asFileAttribute(permissions) };
	}
}
