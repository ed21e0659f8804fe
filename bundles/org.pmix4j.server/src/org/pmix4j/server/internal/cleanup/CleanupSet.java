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
import org.pmix4j.model.bytes.BytePaths;

/**
 * Files and directories to delete when a process or its namespace ends. Owned by the registry's entry of either; {@link Cleaner}
 * deletes them.
 *
 * @see "PMIx Standard, chapter Process Management, Job Control; OpenPMIx src/include/pmix_globals.c, pmix_execute_epilog"
 */
public final class CleanupSet {
	/**
	 * A directory.
	 *
	 * @param path      its path
	 * @param recursive whether its subdirectories are deleted, too
	 * @param emptyOnly whether files, and so the directories that contain them, are kept
	 * @param keepTop   whether the directory itself is kept
	 */
	record Directory(Path path, boolean recursive, boolean emptyOnly, boolean keepTop) {
	}

	/** Limit on the paths under one key of a request. */
	private static final int MOST_PATHS = 1 << 10;
	private static final Set<String> KEYS = Set.of(JobControlAttributes.REGISTER_CLEANUP.key(),
			JobControlAttributes.REGISTER_CLEANUP_DIR.key(), JobControlAttributes.CLEANUP_RECURSIVE.key(),
			JobControlAttributes.CLEANUP_IGNORE.key(), JobControlAttributes.CLEANUP_LEAVE_TOPDIR.key(),
			JobControlAttributes.CLEANUP_EMPTY.key());

	private final Set<Path> files = new LinkedHashSet<>();
	private final Set<Directory> directories = new LinkedHashSet<>();
	private final Set<Path> ignored = new LinkedHashSet<>();

	/** @return whether an info concerns cleanup */
	public static boolean isAbout(Info info) {
		return KEYS.contains(info.key());
	}

	/**
	 * @param infos a process's request; infos on other subjects are ignored
	 * @return the requested cleanup, to be added to one or more sets
	 * @throws PmixException BAD_PARAM if a value is of the wrong type or a path is not absolute
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
				String list = attribute.read(info.value());
				if (paths.size() + list.chars().filter(c -> c == ',').count() >= MOST_PATHS) {
					throw new PmixException(Status.ERR_OUT_OF_RESOURCE, "one request may register at most " + MOST_PATHS + " paths for cleanup");
				}
				for (String path : list.split(",")) {
					paths.add(path(path));
				}
			}
		}
		return paths;
	}

	/** Requires an absolute path, since the process may have another working directory. */
	private static Path path(String text) throws PmixException {
		try {
			Path path = BytePaths.of(text);
			if (path.isAbsolute()) {
				return path.normalize();
			}
		} catch (InvalidPathException e) {
			throw new PmixException(Status.ERR_BAD_PARAM, "'" + text + "', which is registered for cleanup, is not a path", e);
		}
		throw new PmixException(Status.ERR_BAD_PARAM, "'" + text + "', which is registered for cleanup, must be an absolute path");
	}

	/**
	 * Checks that no path is deleted by one set and kept by the other.
	 *
	 * @throws PmixException CONFLICTING_CLEANUP_DIRECTIVES if there is such a path
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

	/** @return the number of paths to delete or keep */
	public int size() {
		return files.size() + directories.size() + ignored.size();
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
