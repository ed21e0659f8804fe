// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.launch;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.Status;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.internal.Messages;
import org.pmix4e.core.internal.configuration.Attributes;

/**
 * Folders of source files on this machine, with the paths that they have for the program: where it was compiled, or on the nodes of its
 * ranks. Users write {@code /home/me/ring=/build/ring}, with semicolons between several pairs. Immutable.
 */
public final class SourcePaths {
	/** Each file has the same path everywhere. */
	public static final SourcePaths SAME = new SourcePaths(List.of());

	private static final String EACH = ";";
	private static final String STANDS_FOR = "=";

	/**
	 * @param here  a folder of this machine
	 * @param there its path for the program
	 */
	private record Pair(Path here, Path there) {
	}

	private final List<Pair> pairs;

	private SourcePaths(List<Pair> pairs) {
		this.pairs = List.copyOf(pairs);
	}

	/**
	 * Reads pairs of folders.
	 *
	 * @param text the pairs; an empty text means that all paths are the same
	 * @return the paths
	 * @throws CoreException with the reason if a pair has another form, or a path is not absolute
	 */
	public static SourcePaths parse(String text) throws CoreException {
		List<Pair> pairs = new ArrayList<>();
		for (String part : text.split(EACH, -1)) {
			if (part.isBlank()) {
				continue; // also behind the last pair
			}
			String[] sides = part.split(STANDS_FOR, -1);
			if (sides.length != 2) {
				throw new CoreException(Status.error(MessageFormat.format(Messages.SourcePaths_form, part.strip())));
			}
			pairs.add(new Pair(absolute(sides[0].strip()), absolute(sides[1].strip())));
		}
		return new SourcePaths(pairs);
	}

	private static Path absolute(String text) throws CoreException {
		try {
			Path path = Path.of(text);
			if (path.isAbsolute()) {
				return path.normalize();
			}
		} catch (InvalidPathException e) {
			// no path is not an absolute one, either
		}
		throw new CoreException(Status.error(MessageFormat.format(Messages.SourcePaths_relative, text)));
	}

	/**
	 * Reads the paths of a launch configuration. Does not prompt the user.
	 *
	 * @param configuration a launch configuration
	 * @return the paths
	 * @throws CoreException with the reason if they cannot be read
	 */
	public static SourcePaths of(ILaunchConfiguration configuration) throws CoreException {
		return parse(Attributes.known(configuration, PmixLaunchConstants.ATTR_SOURCE_PATHS));
	}

	/** @return the folders of this machine, in the order of the text */
	public List<Path> folders() {
		return pairs.stream().map(Pair::here).toList();
	}

	/**
	 * {@return the path of a file on this machine; of several folders that contain it, the innermost counts}
	 *
	 * @param there its path for the program
	 */
	public Path here(Path there) {
		return moved(there, Pair::there, Pair::here);
	}

	/**
	 * {@return the path of a file for the program; of several folders that contain it, the innermost counts}
	 *
	 * @param here its path on this machine
	 */
	public Path there(Path here) {
		return moved(here, Pair::here, Pair::there);
	}

	private Path moved(Path file, Function<Pair, Path> from, Function<Pair, Path> to) {
		Path moved = file;
		int depth = -1;
		for (Pair pair : pairs) {
			Path folder = from.apply(pair);
			if (file.normalize().startsWith(folder) && folder.getNameCount() > depth) {
				depth = folder.getNameCount();
				moved = to.apply(pair).resolve(folder.relativize(file.normalize()));
			}
		}
		return moved;
	}
}
