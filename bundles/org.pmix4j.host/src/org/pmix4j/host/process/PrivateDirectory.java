// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A directory of ours alone (0700), with a name that nobody can predict. Removed through descriptors only, never by path, so a link or
 * a directory planted anywhere in the tree leads nowhere. Not thread-safe in itself, as the file system is not.
 */
public final class PrivateDirectory {

	private PrivateDirectory() {
	}

	/**
	 * Creates a directory under {@code base}; fails rather than use one that exists.
	 *
	 * @param prefix how its name begins
	 */
	public static PrivateDirectory create(Path base, String prefix) throws IOException {
		throw new IOException(base + prefix);
	}

	/** The absolute path. */
	public Path path() {
		throw new UnsupportedOperationException();
	}

	/** Creates nested directories (0700) below this one, each a single name. Existing ones are kept if they are true directories. */
	public Path createDirectories(String... names) throws IOException {
		throw new IOException(names[0]);
	}

	/** Removes the tree. Returns what could not be removed and why, one line each; empty if all is gone. */
	public List<String> remove() {
		throw new UnsupportedOperationException();
	}
}
