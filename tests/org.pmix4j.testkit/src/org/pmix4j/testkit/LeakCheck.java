// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.pmix4j.testkit.ProcessTable.Entry;

/**
 * Fails a test that leaves something behind: a process or zombie, a thread of pmix4j, an open file descriptor or port, a file. Things have
 * three seconds to vanish, since the watchdog of a killed launcher needs a moment. Gives each test its own temporary directory. Other
 * tests and launchers may run on the machine at the same time.
 */
public final class LeakCheck implements BeforeEachCallback, AfterEachCallback {
	private static final Duration LIMIT = Duration.ofSeconds(3);

	private record Watch(Path directory, long begin, Set<Long> owners, List<Entry> orphans, LeakSnapshot before) {
		LeakSnapshot now() {
			return LeakSnapshot.take(directory, begin, owners);
		}
	}

	private final Duration limit;
	private Optional<Watch> watch = Optional.empty();

	/** Creates a check that gives things three seconds to vanish. */
	public LeakCheck() {
		this(LIMIT);
	}

	/** @param limit time within which things must vanish */
	public LeakCheck(Duration limit) {
		this.limit = limit;
	}

	/** @return the test's own directory, which must be empty at the end */
	public Path directory() {
		return watched().directory();
	}

	/** @param launcher a process started by the test, whose directories must vanish, too */
	public void watch(long launcher) {
		watched().owners().add(launcher);
	}

	/** @param orphans processes that must vanish, although they can no longer be recognized as the test's */
	public void watch(Collection<Entry> orphans) {
		watched().orphans().addAll(orphans);
	}

	private Watch watched() {
		return watch.orElseThrow(() -> new IllegalStateException("no test is running"));
	}

	@Override
	public void beforeEach(ExtensionContext context) {
		begin();
	}

	@Override
	public void afterEach(ExtensionContext context) {
		end();
	}

	/** Records the state before a test. */
	public void begin() {
		try {
			// short, since it becomes part of socket names
			Path directory = Files.createTempDirectory("p4j-").toRealPath();
			Set<Long> owners = new HashSet<>(Set.of(ProcessHandle.current().pid()));
			long begin = ProcessTable.now();
			watch = Optional.of(new Watch(directory, begin, owners, new ArrayList<>(), LeakSnapshot.take(directory, begin, owners)));
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
	}

	/**
	 * Compares the state after the test.
	 *
	 * @throws AssertionError if something is left; the message lists everything
	 */
	public void end() {
		Watch watched = watched();
		watch = Optional.empty();
		List<String> left = Await.untilEmpty(limit, () -> left(watched));
		remove(watched.directory());
		if (!left.isEmpty()) {
			throw new AssertionError("left behind: " + String.join("\n  ", left));
		}
	}

	private static List<String> left(Watch watched) {
		List<String> left = new ArrayList<>(watched.now().since(watched.before()));
		watched.orphans().stream().filter(Entry::isAlive).forEach(orphan -> left.add("orphan " + orphan));
		content(watched.directory()).forEach(path -> left.add("file " + path));
		return left;
	}

	/** Returns the content of a directory, deepest first. */
	private static List<Path> content(Path directory) {
		try (Stream<Path> paths = Files.walk(directory)) {
			return paths.filter(path -> !path.equals(directory)).sorted(Comparator.reverseOrder()).toList();
		} catch (IOException | UncheckedIOException e) {
			// being removed at this moment; the next check shows more
			return List.of(directory);
		}
	}

	/** Also removes files of running processes, so that a failure does not fill the disk. */
	private static void remove(Path directory) {
		try {
			for (Path path : content(directory)) {
				Files.deleteIfExists(path);
			}
			Files.deleteIfExists(directory);
		} catch (IOException e) {
			System.err.println("cannot be removed: " + e);
		}
	}
}
