// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.launch;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.eclipse.core.runtime.Platform;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunch;
import org.pmix4e.core.PmixPreferences;
import org.pmix4e.core.internal.configuration.LaunchSettings;
import org.pmix4e.core.internal.server.LaunchRemoval;
import org.pmix4e.core.internal.streams.OutputLog;

/**
 * Creates the files with the whole output of launches, in the workspace. Each file is deleted when its launch is removed, or with the first
 * launch of the next session. Called while a launch begins, on the thread of that launch.
 */
final class LaunchLog {
	private static final AtomicBoolean CLEANED = new AtomicBoolean();

	private LaunchLog() {
	}

	/**
	 * Starts the log of a launch.
	 *
	 * @param job     returns the namespace of its job, once it has begun
	 * @param problem receives an error; then nothing more is written
	 * @return the log; empty if the preferences allow none or the file cannot be created
	 */
	static Optional<OutputLog> start(ILaunch launch, LaunchSettings settings, Supplier<String> job, Consumer<IOException> problem) {
		long limit = PmixPreferences.logBytes();
		if (limit == 0) {
			return Optional.empty();
		}
		try {
			Path folder = folder();
			if (!CLEANED.getAndSet(true)) {
				clean(folder);
			}
			Path file = Files.createTempFile(folder, settings.command().name().replaceAll("[^\\w.-]", "_") + "-", ".log");
			DebugPlugin.getDefault().getLaunchManager().addLaunchListener(new Deletion(launch, file));
			return Optional.of(OutputLog.start(file, limit, settings.isTaggedByRank(), job, settings.charset(), problem));
		} catch (IOException e) {
			problem.accept(e);
			return Optional.empty();
		}
	}

	/** Deletes the file of a launch that is removed, and ends then: a listener keeps its launch, with the output, in memory. */
	private record Deletion(ILaunch launch, Path file) implements LaunchRemoval {
		@Override
		public void launchesRemoved(ILaunch[] launches) {
			if (List.of(launches).contains(launch)) {
				DebugPlugin.getDefault().getLaunchManager().removeLaunchListener(this);
				delete(file);
			}
		}
	}

	private static Path folder() throws IOException {
		Path state = Platform.getStateLocation(Platform.getBundle(PmixPreferences.NODE)).toPath();
		return Files.createDirectories(state.resolve("output"));
	}

	private static void clean(Path folder) throws IOException {
		try (DirectoryStream<Path> old = Files.newDirectoryStream(folder, "*.log")) {
			old.forEach(LaunchLog::delete);
		}
	}

	private static void delete(Path file) {
		try {
			Files.deleteIfExists(file);
		} catch (IOException e) {
			// the next session tries it again
		}
	}
}
