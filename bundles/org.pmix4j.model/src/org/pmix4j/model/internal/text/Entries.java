// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model.internal.text;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/** Lists selected entries of a directory that may have thousands of others, such as /tmp. Stateless; blocks on the file system. */
public final class Entries {
	/** Stands for bytes that the charset of the locale cannot spell; some locales have a question mark instead. */
	private static final char UNKNOWN = '\uFFFD';

	private Entries() {
	}

	/**
	 * @param directory any directory, also one whose path cannot be spelled in the locale
	 * @param isWanted  decides by the name of an entry
	 * @return the paths of the entries that are wanted, in no order
	 * @throws IOException if the directory cannot be read
	 */
	public static List<Path> of(Path directory, Predicate<String> isWanted) throws IOException {
		// by names, each of which costs less than a path
		String[] names = isSpelled(directory.toString()) ? directory.toFile().list((folder, name) -> isWanted.test(name)) : null;
		if (names != null && Arrays.stream(names).allMatch(Entries::isSpelled)) {
			return Arrays.stream(names).map(directory::resolve).toList();
		}
		List<Path> found = new ArrayList<>();
		try (DirectoryStream<Path> all = Files.newDirectoryStream(directory, entry -> isWanted.test(String.valueOf(entry.getFileName())))) {
			all.forEach(found::add);
		} catch (DirectoryIteratorException e) {
			throw e.getCause();
		}
		return found;
	}

	private static boolean isSpelled(String name) {
		return name.indexOf(UNKNOWN) < 0 && name.indexOf('?') < 0;
	}
}
