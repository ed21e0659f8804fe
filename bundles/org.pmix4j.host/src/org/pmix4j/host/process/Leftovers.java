// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Finds and removes what dead host runtimes left behind, should their watchdog have been killed too. Each directory names its owner: pid
 * and start time, so that a pid that now belongs to another program is recognised. Stateless; blocks on the file system.
 */
public final class Leftovers {

	/**
	 * What a sweep did.
	 *
	 * @param removed the stale directories that are gone
	 * @param killed the ids of processes that carried the marker of a dead owner
	 * @param problems what could not be removed or judged, one sentence each
	 */
	public record Sweep(List<Path> removed, List<Integer> killed, List<String> problems) {
		/** Copies the lists. */
		public Sweep {
			removed = List.copyOf(removed);
			killed = List.copyOf(killed);
			problems = List.copyOf(problems);
		}
	}

	private Leftovers() {
	}

	/** Writes into a directory that this process owns it, and the marker that its children carry. */
	public static void claim(PrivateDirectory directory, Marker marker) throws IOException {
		throw new IOException(directory.toString() + marker);
	}

	/** Removes the directories under {@code base} whose name begins with {@code prefix} and whose owner is dead, and kills its children. */
	public static Sweep sweep(Path base, String prefix) {
		throw new UnsupportedOperationException(base + prefix);
	}
}
