// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.cleanup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.model.bytes.BytePaths;
import org.pmix4j.model.internal.text.Entries;
import org.pmix4j.model.internal.text.FileFailure;
import org.pmix4j.process.internal.posix.Posix;
import org.pmix4j.process.internal.posix.PosixSupport;

/**
 * Removes the directories and processes of dead host runtimes whose watchdog was killed, too. Each directory names its owner by pid and
 * start time, so that a reused pid is recognized. Stateless; blocks on the file system.
 */
public final class Leftovers {

	/** The age from which a directory without a readable owner is stale; a younger one is still being created. */
	private static final Duration CLAIM_LIMIT = Duration.ofMinutes(1);

	/**
	 * The result of a sweep.
	 *
	 * @param removed the stale directories that are gone
	 * @param killed the ids of processes that carried the marker of a dead owner
	 * @param problems what could not be removed, one sentence each
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

	/** Records in a directory that this process owns it, and the marker of its children. Fails if that is recorded already. */
	public static void claim(PrivateDirectory directory, Marker marker) throws IOException {
		Owner.self(marker).write(directory.path());
	}

	/** Returns whether a directory names its owner. */
	public static boolean isClaimed(PrivateDirectory directory) {
		return Owner.read(directory.path()).isPresent();
	}

	/**
	 * Removes this user's directories under {@code base} whose name begins with {@code prefix} and whose owner is dead, with the files that
	 * have announced it, and kills the processes that carry its marker. Leaves directories of other users, machines and containers alone.
	 *
	 * @param announced the files of this process
	 */
	public static Sweep sweep(Path base, String prefix, AnnouncedFiles announced) {
		PosixSupport.require();
		List<Path> removed = new ArrayList<>();
		List<Integer> killed = new ArrayList<>();
		List<String> problems = new ArrayList<>();
		for (Path directory : candidates(base, prefix, problems)) {
			try {
				sweepOne(directory, announced, removed, killed, problems);
			} catch (NoSuchFileException e) {
				// removed by its own watchdog or another launcher
				continue;
			} catch (IOException e) {
				problems.add(BytePaths.text(directory) + ": " + FileFailure.reason(e));
			}
		}
		return new Sweep(removed, killed, problems);
	}

	private static List<Path> candidates(Path base, String prefix, List<String> problems) {
		Path directory = base.toAbsolutePath();
		try {
			return Entries.of(directory, name -> name.startsWith(prefix));
		} catch (IOException e) {
			if (Files.exists(directory)) {
				problems.add(BytePaths.text(directory) + " cannot be read: " + FileFailure.reason(e));
			}
			return List.of();
		}
	}

	private static void sweepOne(Path directory, AnnouncedFiles announced, List<Path> removed, List<Integer> killed, List<String> problems)
			throws IOException {
		Map<String, Object> attributes = Files.readAttributes(directory, "unix:isDirectory,uid,lastModifiedTime",
				LinkOption.NOFOLLOW_LINKS);
		if (!Boolean.TRUE.equals(attributes.get("isDirectory")) || !Integer.valueOf(Posix.geteuid()).equals(attributes.get("uid"))) {
			return;
		}
		PrivateDirectory stale = PrivateDirectory.existing(directory);
		Optional<Owner> owner = Owner.read(directory);
		if (owner.isPresent()) {
			Marker marker = owner.get().marker();
			if (owner.get().state(Owner.self(marker)) != Owner.State.DEAD) {
				return;
			}
			List<Integer> found = MarkedProcesses.kill(marker);
			killed.addAll(found);
			found.stream().filter(MarkedProcesses::isHanging).forEach(pid -> problems.add("process " + pid
					+ " has not ended after kill -9, as its cgroup is frozen or it waits for a device; it ends when it can"));
			announced.withdraw(directory, problems);
		} else if (Math.abs(System.currentTimeMillis() - ((FileTime) attributes.get("lastModifiedTime")).toMillis()) < CLAIM_LIMIT.toMillis()) {
			// a time far in the future does not show when it was created: a clock was wrong, or someone has set the time
			return;
		}
		List<String> left = stale.remove();
		problems.addAll(left);
		if (left.isEmpty()) {
			removed.add(directory);
		}
	}
}
