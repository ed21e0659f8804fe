// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.rendezvous;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.pmix4j.model.internal.text.Entries;
import org.pmix4j.model.internal.text.PeerLog;

/**
 * Names the temporary files from which rendezvous files are linked or moved into place. Removes those that killed servers have left.
 * Stateless.
 */
final class TemporaryFiles {
	private static final PeerLog LOG = PeerLog.of(TemporaryFiles.class);
	private static final AtomicLong COUNTER = new AtomicLong();
	private static final long OWN_PID = ProcessHandle.current().pid();
	private static final String PREFIX = ".pmix4j-draft-";
	/** Earlier releases said "uri". */
	private static final Pattern NAME = Pattern.compile("\\.pmix4j-(?:draft|uri)-(\\d{1,9})-\\d+");
	/** Younger files may belong to a process of another container. */
	private static final Duration AGE = Duration.ofMinutes(1);
	private static final int MAX_SIZE = 4096;

	private TemporaryFiles() {
	}

	/** Returns an unused name beside a file. */
	static Path beside(Path file) {
		removeOld(file.toAbsolutePath().getParent());
		return file.resolveSibling(PREFIX + OWN_PID + "-" + COUNTER.incrementAndGet());
	}

	private static void removeOld(Path directory) {
		try {
			Entries.of(directory, TemporaryFiles::isOfDeadProcess).forEach(TemporaryFiles::removeIfOld);
		} catch (IOException e) {
			// writing the draft reports what is wrong with the directory
			LOG.log(Level.DEBUG, "drafts of killed servers are not removed", e);
		}
	}

	private static boolean isOfDeadProcess(String file) {
		Matcher name = NAME.matcher(file);
		return name.matches() && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty();
	}

	private static void removeIfOld(Path file) {
		try {
			BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
			if (found.isRegularFile() && found.size() <= MAX_SIZE && found.lastModifiedTime().toInstant().isBefore(Instant.now().minus(AGE))) {
				Files.deleteIfExists(file);
			}
		} catch (IOException e) {
			LOG.log(Level.DEBUG, "the draft of a killed server is not removed", e);
		}
	}
}
