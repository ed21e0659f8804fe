// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.options;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.pmix4j.host.AppSpec;
import org.pmix4j.host.JobSpec;
import org.pmix4j.host.options.AppOptions;
import org.pmix4j.host.options.JobOption;
import org.pmix4j.host.options.OptionSource;
import org.pmix4j.host.options.OutputOptions;
import org.pmix4j.host.options.ReportOptions;
import org.pmix4j.model.bytes.BytePaths;

/**
 * Looks at the places that the options of a job name, so that a typing error is found before a rank starts and not when it writes.
 * Stateless.
 */
public final class OptionPlaces {
	private static final Set<String> STREAMS = Set.of("", "-", "+");

	private OptionPlaces() {
	}

	/**
	 * Checks a job. Blocks on the file system.
	 *
	 * @param job an order
	 * @throws IllegalArgumentException if a prefix does not exist, or the files for output or processes cannot be created
	 */
	public static void check(JobSpec job) {
		for (AppSpec app : job.apps()) {
			String prefix = app.options().get(AppOptions.PREFIX);
			if (!prefix.isEmpty()) {
				requireDirectory(AppOptions.PREFIX, prefix, path(job, AppOptions.PREFIX, prefix));
			}
		}
		String table = job.get(ReportOptions.PROCESS_TABLE);
		if (!STREAMS.contains(table)) {
			Path file = path(job, ReportOptions.PROCESS_TABLE, table);
			if (Files.isDirectory(file)) {
				throw refused(ReportOptions.PROCESS_TABLE, table, "it is a directory, not a file");
			}
			requireDirectory(ReportOptions.PROCESS_TABLE, table, file.getParent());
		}
		requirePossible(job, OutputOptions.DIRECTORY, job.directory().resolve(job.get(OutputOptions.DIRECTORY)));
		requirePossible(job, OutputOptions.FILE, job.directory().resolve(job.get(OutputOptions.FILE)).getParent());
	}

	/** Checks a directory that is created if it does not exist: the nearest part of its path that exists decides. */
	private static void requirePossible(JobSpec job, JobOption<Path> option, @Nullable Path directory) {
		Path given = job.get(option);
		if (given.equals(option.defaultValue())) {
			return;
		}
		Path found = directory;
		while (found != null && !Files.exists(found)) {
			found = found.getParent();
		}
		if (found == null) {
			return;
		}
		requireDirectory(option, BytePaths.text(given), found);
		if (!Files.isWritable(found)) {
			throw refused(option, BytePaths.text(given), "no permission to write in " + BytePaths.text(found));
		}
	}

	private static void requireDirectory(JobOption<?> option, String given, @Nullable Path directory) {
		if (directory != null && !Files.isDirectory(directory)) {
			throw refused(option, given, Files.exists(directory) ? BytePaths.text(directory) + " is not a directory"
					: "there is no directory " + BytePaths.text(directory));
		}
	}

	private static Path path(JobSpec job, JobOption<?> option, String given) {
		try {
			return job.directory().resolve(BytePaths.of(given)).normalize();
		} catch (InvalidPathException e) {
			throw refused(option, given, "not a valid path");
		}
	}

	private static IllegalArgumentException refused(JobOption<?> option, String given, String reason) {
		return new IllegalArgumentException(OptionSource.COMMAND_LINE.name(option) + " " + given + ": " + reason);
	}
}
