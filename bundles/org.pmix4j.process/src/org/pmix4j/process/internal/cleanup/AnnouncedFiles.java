// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.cleanup;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.pmix4j.model.bytes.BytePaths;
import org.pmix4j.model.bytes.ByteStrings;
import org.pmix4j.model.internal.text.FileFailure;

/**
 * The files outside of session directories that announce the server of this process. A list in the session directory lets a later
 * start remove them if this process and its watchdog are killed. Callable from any thread; blocks on the file system.
 */
public final class AnnouncedFiles {
	private static final String LIST = ".announced";
	private static final int MAX_SIZE = 4096;

	/** Lines of the list by file. */
	private final Map<Path, String> own = new LinkedHashMap<>();

	/**
	 * Adds a file of this process, which is not removed as that of another from now on.
	 *
	 * @param directory the session directory
	 * @param firstLine by which the file is recognized; without spaces
	 * @param file      an absolute path without a line feed
	 * @throws IOException if the list cannot be written
	 */
	public synchronized void add(Path directory, String firstLine, Path file) throws IOException {
		String line = firstLine + " " + BytePaths.text(file) + "\n";
		own.put(file, line);
		write(directory, line);
	}

	/**
	 * Writes the list again if it was removed.
	 *
	 * @param directory the session directory
	 * @throws IOException if the list cannot be written
	 */
	public synchronized void restore(Path directory) throws IOException {
		if (!own.isEmpty() && !Files.exists(directory.resolve(LIST), LinkOption.NOFOLLOW_LINKS)) {
			write(directory, String.join("", own.values()));
		}
	}

	private static void write(Path directory, String lines) throws IOException {
		Path list = directory.resolve(LIST);
		try {
			Files.write(list, ByteStrings.encode(lines), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
		} catch (IOException e) {
			throw FileFailure.at(list, e);
		}
	}

	/** Removes the files that a session directory of a dead process lists, unless others have taken their names. */
	synchronized void withdraw(Path directory, List<String> problems) throws IOException {
		Path list = directory.resolve(LIST);
		if (!Files.isRegularFile(list, LinkOption.NOFOLLOW_LINKS)) {
			return;
		}
		for (String line : ByteStrings.decode(Files.readAllBytes(list)).split("\n")) {
			String[] words = line.split(" ", 2);
			if (words.length == 2 && words[1].startsWith("/")) {
				withdraw(words[0], BytePaths.of(words[1]), problems);
			}
		}
	}

	private void withdraw(String firstLine, Path file, List<String> problems) {
		if (own.containsKey(file) || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
			return;
		}
		// a server that starts locks the file that it replaces
		try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
			Object key = key(file);
			if (channel.tryLock() != null && startsWith(channel, firstLine) && key != null && key.equals(key(file))) {
				Files.delete(file);
			}
		} catch (NoSuchFileException | OverlappingFileLockException e) {
			// another server removes it
			return;
		} catch (IOException e) {
			problems.add(BytePaths.text(file) + ": " + FileFailure.reason(e));
		}
	}

	private static @Nullable Object key(Path file) throws IOException {
		return Files.getAttribute(file, "fileKey", LinkOption.NOFOLLOW_LINKS);
	}

	private static boolean startsWith(FileChannel channel, String firstLine) throws IOException {
		byte[] wanted = ByteStrings.encode(firstLine + "\n");
		ByteBuffer begin = ByteBuffer.allocate(MAX_SIZE);
		channel.read(begin, 0);
		return begin.position() >= wanted.length && begin.flip().slice(0, wanted.length).equals(ByteBuffer.wrap(wanted));
	}
}
