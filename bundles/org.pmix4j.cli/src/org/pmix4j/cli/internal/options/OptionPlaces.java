// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.options;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.options.AppOptions;
import org.pmix4j.job.options.JobOption;
import org.pmix4j.job.options.LauncherOptions;
import org.pmix4j.job.options.OptionSource;
import org.pmix4j.job.options.OptionValues;
import org.pmix4j.job.options.OutputOptions;
import org.pmix4j.job.options.ReportOptions;
import org.pmix4j.model.bytes.BytePaths;
import org.pmix4j.model.bytes.OwnProcess;

/**
 * Looks at the places that options name, so that a typing error is found before a server or a rank starts and not when it writes.
 * Stateless.
 */
public final class OptionPlaces {
	private static final Set<String> STREAMS = Set.of("", "-", "+");

	private OptionPlaces() {
	}

	/**
	 * Checks a job. Blocks on the file system.
	 *
	 * @param job  an order
	 * @param line from which it was read
	 * @throws IllegalArgumentException if a prefix does not exist, or the files for output or processes cannot be created
	 */
	public static void check(JobSpec job, OptionLine line) {
		for (AppSpec app : job.apps()) {
			String prefix = app.options().get(AppOptions.PREFIX);
			if (!prefix.isEmpty()) {
				requireDirectory(name(AppOptions.PREFIX), prefix, path(name(AppOptions.PREFIX), prefix, job.directory()));
			}
		}
		String table = job.get(ReportOptions.PROCESS_TABLE);
		if (!STREAMS.contains(table)) {
			requireFolder(name(ReportOptions.PROCESS_TABLE), table, job.directory());
		}
		requirePossible(job, line, OutputOptions.DIRECTORY, job.directory().resolve(job.get(OutputOptions.DIRECTORY)));
		requirePossible(job, line, OutputOptions.FILE, job.directory().resolve(job.get(OutputOptions.FILE)).getParent());
	}

	/**
	 * Checks the options of a launcher or server. Blocks on the file system.
	 *
	 * @param launcher its options
	 * @param pidFiles where it writes its process id: streams, numbers of descriptors, or files
	 * @throws IllegalArgumentException if a directory does not exist, or a file to read does not
	 */
	public static void check(OptionValues launcher, List<String> pidFiles) {
		Path start = OwnProcess.directory();
		if (launcher.isSet(LauncherOptions.TMPDIR)) {
			Path directory = launcher.get(LauncherOptions.TMPDIR);
			requireDirectory(name(LauncherOptions.TMPDIR), BytePaths.text(directory), start.resolve(directory));
		}
		String uri = launcher.get(LauncherOptions.REPORT_URI);
		if (!STREAMS.contains(uri)) {
			requireFolder(name(LauncherOptions.REPORT_URI), uri, start);
		}
		for (String where : pidFiles) {
			if (!STREAMS.contains(where) && !where.chars().allMatch(Character::isDigit)) {
				requireFolder("option " + LaunchWord.REPORT_PID.word(), where, start);
			}
		}
		if (launcher.isSet(LauncherOptions.JOB_RECORD)) {
			requireFolder(name(LauncherOptions.JOB_RECORD), BytePaths.text(launcher.get(LauncherOptions.JOB_RECORD)), start);
		}
		if (launcher.isSet(LauncherOptions.SITE) && !Files.exists(start.resolve(launcher.get(LauncherOptions.SITE)))) {
			throw refused(name(LauncherOptions.SITE), BytePaths.text(launcher.get(LauncherOptions.SITE)), "there is no such file");
		}
	}

	/** Checks a file that is created: it must not be a directory, and the directory in which it is must exist. */
	private static void requireFolder(String option, String given, Path start) {
		Path file = path(option, given, start);
		if (Files.isDirectory(file)) {
			throw refused(option, given, "it is a directory, not a file");
		}
		requireDirectory(option, given, file.getParent());
	}

	/** Checks a directory that is created if it does not exist: the nearest part of its path that exists decides. */
	private static void requirePossible(JobSpec job, OptionLine line, JobOption<Path> option, @Nullable Path directory) {
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
		String words = line.origins().getOrDefault(option, name(option) + " ");
		String origin = words.endsWith(BytePaths.text(given)) ? words : words + (words.endsWith(" ") ? "" : "=") + BytePaths.text(given);
		if (!Files.isDirectory(found)) {
			throw new IllegalArgumentException(origin + ": " + BytePaths.text(found) + " is not a directory");
		}
		if (!Files.isWritable(found)) {
			throw new IllegalArgumentException(origin + ": no permission to write in " + BytePaths.text(found));
		}
	}

	private static void requireDirectory(String option, String given, @Nullable Path directory) {
		if (directory != null && !Files.isDirectory(directory)) {
			throw refused(option, given, Files.exists(directory) ? BytePaths.text(directory) + " is not a directory"
					: "there is no directory " + BytePaths.text(directory));
		}
	}

	private static Path path(String option, String given, Path start) {
		try {
			return start.resolve(BytePaths.of(given)).normalize();
		} catch (InvalidPathException e) {
			throw refused(option, given, "not a valid path");
		}
	}

	private static String name(JobOption<?> option) {
		return OptionSource.COMMAND_LINE.name(option);
	}

	private static IllegalArgumentException refused(String option, String given, String reason) {
		return new IllegalArgumentException(option + " " + given + ": " + reason);
	}
}
