// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.cleanup;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;
import org.pmix4j.model.bytes.BytePaths;
import org.pmix4j.model.bytes.ByteStrings;
import org.pmix4j.model.bytes.Signals;
import org.pmix4j.process.internal.posix.Log;
import org.pmix4j.process.internal.posix.Uninterruptible;
import org.pmix4j.process.internal.process.ChildProcess;
import org.pmix4j.process.internal.process.GroupGuard;
import org.pmix4j.process.internal.process.ProcessLoop;
import org.pmix4j.process.internal.process.Program;
import org.pmix4j.process.internal.process.SpawnSpec;
import org.pmix4j.process.internal.process.SpawnSpec.Group;
import org.pmix4j.process.internal.process.SpawnSpec.Output;

/**
 * A small helper process that cleans up when this JVM is killed, for example by kill -9. The loop reports every child that it starts to it.
 * When the pipe to it breaks, it kills the process groups of the children and every process with the marker, then removes the directories
 * it was told, unless others have taken their names. One for each {@link ProcessLoop}. Callable from any thread; methods return immediately
 * unless they say otherwise.
 */
public final class Watchdog implements AutoCloseable {

	private static final Duration TOLD_LIMIT = Duration.ofSeconds(5);
	/** Nothing is inherited, as the helper must not carry a marker itself; in the C locale grep matches bytes. */
	private static final Map<String, String> ENVIRONMENT = Map.of("PATH", "/usr/bin:/bin", "LC_ALL", "C");

	private final ProcessLoop loop;
	private final String directoryPrefix;

	// Owned by the loop's thread.
	private @Nullable ChildProcess helper;
	private boolean leaving;
	/** The orders that hold until the end, by their subjects; the loop itself reports the groups. */
	private final Map<String, String> standing = new LinkedHashMap<>();
	/** Completes when a helper that starts has read the standing orders, or cannot be started. */
	private CompletableFuture<Void> briefed = new CompletableFuture<>();

	private Watchdog(ProcessLoop loop, String directoryPrefix) {
		this.loop = loop;
		this.directoryPrefix = directoryPrefix;
	}

	/**
	 * Starts the helper; returns without waiting for it. Processes started later on the loop are watched from their first moment.
	 *
	 * @param directoryPrefix the beginning of the name of each directory that it may remove: letters, digits and '-'
	 */
	public static Watchdog start(ProcessLoop loop, String directoryPrefix) {
		if (!directoryPrefix.matches("[A-Za-z0-9-]+")) {
			throw new IllegalArgumentException("\"" + directoryPrefix + "\" may only contain letters, digits and '-'");
		}
		Watchdog watchdog = new Watchdog(loop, directoryPrefix);
		watchdog.startHelper();
		return watchdog;
	}

	private void startHelper() {
		Program shell = new Program("sh", Path.of("/bin/sh"));
		SpawnSpec spec = new SpawnSpec(shell, List.of("-c", WatchdogScript.TEXT, "pmix4j-watchdog", directoryPrefix), ENVIRONMENT, Path.of("/"),
				true, Output.DISCARDED, Group.OWN_SESSION, Optional.empty());
		loop.guardWith(new Guard(), spec, this::started, () -> briefed.complete(null));
	}

	/** Makes the helper kill also the processes that carry the marker in their environment or their resource limits. */
	public void watch(Marker marker) {
		String mark = "mark " + marker.toString().replace(".", "\\.");
		String limit = "limit " + marker.limit().expression();
		order(mark, mark);
		order(limit, limit);
	}

	/**
	 * Creates a private directory that the helper removes with its content if this JVM dies. Tells the helper its name first and its number
	 * then, so that the directory is never unguarded and nothing else is removed in its place; this waits some milliseconds for the helper
	 * to run. Not to be called on the loop's thread.
	 *
	 * @param base an existing directory, e.g. the one for temporary files
	 */
	public PrivateDirectory createDirectory(Path base) throws IOException {
		Path path = PrivateDirectory.newPath(base, directoryPrefix);
		String text = BytePaths.text(path);
		if (text.indexOf('\n') >= 0) {
			throw new IOException("its name contains a line feed");
		}
		return create(path, text);
	}

	/** Creates a directory again that someone has removed, as {@link #createDirectory}. */
	public PrivateDirectory restoreDirectory(PrivateDirectory removed) throws IOException {
		forget(removed);
		return create(removed.path(), removed.toString());
	}

	private PrivateDirectory create(Path path, String text) throws IOException {
		orderAndWait(text, "dir " + text, text);
		PrivateDirectory made = PrivateDirectory.createAt(path);
		orderAndWait(text, "made " + made.number() + " " + text, text);
		return made;
	}

	private void orderAndWait(String about, String line, String path) {
		try {
			Uninterruptible.get(order(about, line), TOLD_LIMIT);
		} catch (ExecutionException | TimeoutException e) {
			Log.LOG.log(Level.WARNING, "the watchdog does not guard " + path + ", as it could not be notified of it", e);
		}
	}

	/**
	 * Makes the helper remove a file that announces this process, unless another one has taken its name.
	 *
	 * @param firstLine by which the file is recognized; without spaces
	 * @param file      an absolute path
	 */
	public void guard(String firstLine, Path file) {
		fileOrder(firstLine, file).ifPresent(line -> order(line, line));
	}

	/** As {@link #guard}, but waits some milliseconds for the helper, so that the file is never unguarded if it is created afterwards. */
	public void guardAndWait(String firstLine, Path file) {
		fileOrder(firstLine, file).ifPresent(line -> orderAndWait(line, line, BytePaths.text(file)));
	}

	/** Returns the order to remove a file; empty if its text cannot pass the pipe. */
	private static Optional<String> fileOrder(String firstLine, Path file) {
		String text = BytePaths.text(file);
		return text.indexOf('\n') < 0 && firstLine.indexOf(' ') < 0 ? Optional.of("file " + firstLine + " " + text) : Optional.empty();
	}

	/** Takes a directory off the helper's list after its removal. */
	public void forget(PrivateDirectory directory) {
		loop.onThread(() -> {
			standing.remove(directory.toString());
			send("undir " + directory);
		});
	}

	/** Lets the helper remove its directories when it ends, as this process has failed to, perhaps for lack of descriptors. */
	public void removeAgain() {
		order("again", "again");
	}

	/** Ends the helper without any other cleanup. Closing the loop does this too. */
	@Override
	public void close() {
		loop.onThread(this::dismiss);
	}

	private void dismiss() {
		leaving = true;
		send("bye");
	}

	/** Sends an order that holds until the end, in place of the one about the same. Completes when a helper has read it, or none will. */
	private CompletableFuture<Void> order(String about, String line) {
		CompletableFuture<Void> told = new CompletableFuture<>();
		if (!loop.onThread(() -> {
			standing.put(about, line);
			send(line).whenComplete((read, failure) -> told.complete(null));
		})) {
			told.complete(null);
		}
		return told;
	}

	/** Sends a line to the helper. One that starts gets the standing orders instead. */
	private CompletionStage<?> send(String line) {
		ChildProcess told = helper;
		if (told == null) {
			return briefed;
		}
		CompletionStage<Boolean> read = told.stdin().write(ByteStrings.encode(line + "\n"));
		if (read.toCompletableFuture().isCompletedExceptionally()) {
			replace(told);
			return briefed;
		}
		return read;
	}

	/** Replaces a helper that does not read its orders, as it was stopped: its data are outdated. */
	private void replace(ChildProcess stuck) {
		helper = null;
		briefed = new CompletableFuture<>();
		Log.LOG.log(Level.WARNING, "the watchdog (pid {0}) does not read its orders, perhaps as it was stopped; another one takes its place",
				Integer.toString(stuck.pid()));
		stuck.signal(Signals.KILL);
		startHelper();
	}

	private void started(ChildProcess process) {
		helper = process;
		CompletableFuture<Void> done = briefed;
		CompletionStage<?> last = CompletableFuture.completedStage(null);
		for (String line : standing.values()) {
			last = send(line);
		}
		last.whenComplete((read, failure) -> done.complete(null));
		if (leaving) {
			dismiss();
		}
		process.ended().thenAccept(status -> {
			if (!leaving && helper == process) {
				Log.LOG.log(Level.WARNING, "the watchdog (pid {0}) ended ({1}); processes will outlive a kill -9 of this process",
						Integer.toString(process.pid()), status);
			}
		});
	}

	/** Passes the loop's news of its children on to the helper. */
	private final class Guard implements GroupGuard {
		@Override
		public void starting(long pipe) {
			send("pipe " + pipe);
		}

		@Override
		public void notStarted() {
			send("pipe 0");
		}

		@Override
		public void started(int group) {
			send("group " + group);
		}

		@Override
		public void gone(int group) {
			send("forget " + group);
		}

		@Override
		public CompletableFuture<Void> leave() {
			dismiss();
			ChildProcess told = helper;
			return told == null ? CompletableFuture.allOf() : told.ended().toCompletableFuture().thenAccept(status -> {
				// output is ignored
			});
		}

		@Override
		public void evict() {
			ChildProcess told = helper;
			if (told != null && !told.ended().toCompletableFuture().isDone()) {
				Log.LOG.log(Level.WARNING, "the watchdog (pid {0}) was killed, as it did not end in time; perhaps it was stopped",
						Integer.toString(told.pid()));
				told.signal(Signals.KILL);
			}
		}
	}
}
