// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.JobControlAttributes;

/**
 * Files and directories that a process wants deleted when it, or its namespace, ends. Owned by a {@link Client} or
 * {@link Namespace}, on the loop; {@link Cleaner} does the work.
 *
 * @see "PMIx Standard, chapter Process Management, Job Control; OpenPMIx src/include/pmix_globals.c, pmix_execute_epilog"
 */
final class CleanupSet {
	/**
	 * A directory.
	 *
	 * @param path      where
	 * @param recursive whether directories in it go, too
	 * @param keepTop   whether it stays itself
	 */
	record Directory(String path, boolean recursive, boolean keepTop) {
	}

	final Set<String> files = new LinkedHashSet<>();
	final Set<Directory> directories = new LinkedHashSet<>();
	final Set<String> ignored = new LinkedHashSet<>();

	/** @return whether a request is about nothing but this */
	static boolean isCleanup(Infos infos) {
		return !infos.isEmpty() && infos.stream().allMatch(info -> isCleanupKey(info.key()));
	}

	private static boolean isCleanupKey(String key) {
		return key.equals(JobControlAttributes.REGISTER_CLEANUP.key()) || key.equals(JobControlAttributes.REGISTER_CLEANUP_DIR.key())
				|| key.equals(JobControlAttributes.CLEANUP_RECURSIVE.key()) || key.equals(JobControlAttributes.CLEANUP_IGNORE.key())
				|| key.equals(JobControlAttributes.CLEANUP_LEAVE_TOPDIR.key()) || key.equals(JobControlAttributes.CLEANUP_EMPTY.key());
	}

	/**
	 * Takes over a request, whole or not at all.
	 *
	 * @throws PmixException CONFLICTING_CLEANUP_DIRECTIVES if a path is to be both deleted and kept, BAD_PARAM for a wrong type
	 */
	void add(Infos infos) throws PmixException {
		boolean recursive = infos.isTrue(JobControlAttributes.CLEANUP_RECURSIVE);
		boolean keepTop = infos.isTrue(JobControlAttributes.CLEANUP_LEAVE_TOPDIR);
		CleanupSet added = new CleanupSet();
		for (Info info : infos) {
			if (info.key().equals(JobControlAttributes.REGISTER_CLEANUP.key())) {
				added.files.addAll(List.of(JobControlAttributes.REGISTER_CLEANUP.read(info.value()).split(",")));
			} else if (info.key().equals(JobControlAttributes.REGISTER_CLEANUP_DIR.key())) {
				for (String path : JobControlAttributes.REGISTER_CLEANUP_DIR.read(info.value()).split(",")) {
					added.directories.add(new Directory(path, recursive, keepTop));
				}
			} else if (info.key().equals(JobControlAttributes.CLEANUP_IGNORE.key())) {
				added.ignored.addAll(List.of(JobControlAttributes.CLEANUP_IGNORE.read(info.value()).split(",")));
			}
		}
		merge(added);
	}

	private void merge(CleanupSet added) throws PmixException {
		Optional<String> conflict = added.files.stream().filter(path -> ignored.contains(path) || added.ignored.contains(path)).findFirst()
				.or(() -> added.ignored.stream().filter(files::contains).findFirst());
		if (conflict.isPresent()) {
			throw new PmixException(Status.ERR_CONFLICTING_CLEANUP_DIRECTIVES, conflict.get() + " is to be both deleted and kept");
		}
		files.addAll(added.files);
		directories.addAll(added.directories);
		ignored.addAll(added.ignored);
	}

	boolean isEmpty() {
		return files.isEmpty() && directories.isEmpty();
	}
}
