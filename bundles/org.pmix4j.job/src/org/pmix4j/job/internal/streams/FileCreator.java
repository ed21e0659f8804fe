// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.internal.streams;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Creates the files of a job's output, with the modes that the job requests. Called on the job's output thread; may block. */
public interface FileCreator {
	/** Creates files with the umask of this process. */
	FileCreator PLAIN = new FileCreator() {
	};

	/** Called once on the thread that creates the files, before the first one. */
	default void prepareThread() {
		// nothing to prepare for the umask of the process
	}

	/**
	 * Creates a folder, and those above it, if they are missing.
	 *
	 * @param folder to be there
	 * @throws IOException if it cannot be created
	 */
	default void createFolders(Path folder) throws IOException {
		Files.createDirectories(folder);
	}

	/**
	 * Opens a file to be written from its beginning; an existing file loses its contents and keeps its mode.
	 *
	 * @param file in an existing folder
	 * @return the open file
	 * @throws IOException if it cannot be created
	 */
	default FileChannel create(Path file) throws IOException {
		return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
	}
}
