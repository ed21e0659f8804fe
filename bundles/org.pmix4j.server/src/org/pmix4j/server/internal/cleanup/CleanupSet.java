// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.cleanup;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.JobControlAttributes;

/**
 * Files and directories that a process wants deleted when it, or its namespace, ends. Owned by what the registry keeps of either, on
 * the loop; {@link Cleaner} does the work.
 *
 * @see "PMIx Standard, chapter Process Management, Job Control; OpenPMIx src/include/pmix_globals.c, pmix_execute_epilog"
 */
public final class CleanupSet {
	/**
	 * A directory.
	 *
	 * @param path      where
	 * @param recursive whether directories in it go, too
	 * @param emptyOnly whether files stay, and with them the directories that they are in
	 * @param keepTop   whether it stays itself
	 */
	record Directory(Path path, boolean recursive, boolean emptyOnly, boolean keepTop) {
	}

	private static final Set<String> KEYS = Set.of(JobControlAttributes.REGISTER_CLEANUP.key(),
			JobControlAttributes.REGISTER_CLEANUP_DIR.key(), JobControlAttributes.CLEANUP_RECURSIVE.key(),
			JobControlAttributes.CLEANUP_IGNORE.key(), JobControlAttributes.CLEANUP_LEAVE_TOPDIR.key(),
			JobControlAttributes.CLEANUP_EMPTY.key());

	private final Set<Path> files = new LinkedHashSet<>();
	private final Set<Directory> directories = new LinkedHashSet<>();
	private final Set<Path> ignored = new LinkedHashSet<>();

	/** @return whether an info is about what is to be deleted */
	public static boolean isAbout(Info info) {
		return KEYS.contains(info.key());
	}

	/**
	 * @param infos what a process asks for; infos about other things are passed over
	 * @return it, to be added to one set or several
	 * @throws PmixException BAD_PARAM for a wrong type or a path that is not absolute
	 */
	public static CleanupSet of(Infos infos) throws PmixException {
		boolean recursive = infos.isTrue(JobControlAttributes.CLEANUP_RECURSIVE);
		boolean emptyOnly = infos.isTrue(JobControlAttributes.CLEANUP_EMPTY);
		boolean keepTop = infos.isTrue(JobControlAttributes.CLEANUP_LEAVE_TOPDIR);
		CleanupSet set = new CleanupSet();
		set.files.addAll(paths(infos, JobControlAttributes.REGISTER_CLEANUP));
		for (Path path : paths(infos, JobControlAttributes.REGISTER_CLEANUP_DIR)) {
			set.directories.add(new Directory(path, recursive, emptyOnly, keepTop));
		}
		set.ignored.addAll(paths(infos, JobControlAttributes.CLEANUP_IGNORE));
		return set;
	}

	private static List<Path> paths(Infos infos, Attribute<String> attribute) throws PmixException {
		List<Path> paths = new ArrayList<>();
		for (Info info : infos) {
			if (info.key().equals(attribute.key())) {
				for (String path : attribute.read(info.value()).split(",")) {
					paths.add(path(path));
				}
			}
		}
		return paths;
	}

	/** A relative path means something else here than where it comes from. */
	private static Path path(String text) throws PmixException {
		try {
			Path path = Path.of(text);
			if (path.isAbsolute()) {
				return path.normalize();
			}
		} catch (InvalidPathException e) {
			throw new PmixException(Status.ERR_BAD_PARAM, "'" + text + "', which is to be deleted, is no path", e);
		}
		throw new PmixException(Status.ERR_BAD_PARAM, "'" + text + "', which is to be deleted, must be an absolute path");
	}

	/**
	 * Finds what this set wants deleted and another one wants kept, or the other way round.
	 *
	 * @throws PmixException CONFLICTING_CLEANUP_DIRECTIVES if there is something
	 */
	public void requireNoConflict(CleanupSet other) throws PmixException {
		Optional<Path> conflict = conflict(this, other).or(() -> conflict(other, this)).or(() -> conflict(other, other));
		if (conflict.isPresent()) {
			throw new PmixException(Status.ERR_CONFLICTING_CLEANUP_DIRECTIVES, conflict.get() + " is to be both deleted and kept");
		}
	}

	private static Optional<Path> conflict(CleanupSet deleting, CleanupSet keeping) {
		return deleting.files.stream().filter(keeping.ignored::contains).findFirst()
				.or(() -> deleting.directories.stream().map(Directory::path).filter(keeping.ignored::contains).findFirst());
	}

	public void addAll(CleanupSet more) {
		files.addAll(more.files);
		directories.addAll(more.directories);
		ignored.addAll(more.ignored);
	}

	Collection<Path> files() {
		return files;
	}

	Collection<Directory> directories() {
		return directories;
	}

	boolean keeps(Path path) {
		return ignored.contains(path);
	}

	boolean isEmpty() {
		return files.isEmpty() && directories.isEmpty();
	}
}
