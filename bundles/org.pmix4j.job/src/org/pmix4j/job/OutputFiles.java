// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job;

import java.nio.file.Path;

import org.pmix4j.model.Proc;
import org.pmix4j.model.bytes.BytePaths;

/**
 * Files for the output of ranks, one for each rank and stream. A file is created, or truncated, when its first line is written.
 * Immutable.
 *
 * @param path  a directory, or the beginning of the files' names; relative to the working directory of the job
 * @param form  the naming of the files
 * @param alone whether the output goes only to the files
 * @see "PMIx Standard, PMIX_IOF_OUTPUT_TO_DIRECTORY, PMIX_IOF_OUTPUT_TO_FILE, PMIX_IOF_FILE_PATTERN, PMIX_IOF_FILE_ONLY"
 */
public record OutputFiles(Path path, Form form, boolean alone) {
	/** The names of the files. */
	public enum Form {
		/** {@code <path>/<namespace>/rank.<rank>/stdout} and {@code stderr}. */
		DIRECTORY,
		/** {@code <path>.<namespace>.<rank>.out} and {@code .err}. */
		NAME,
		/**
		 * {@code <path>.out} and {@code .err}, in which {@code %n} stands for the namespace, {@code %r} for the rank, {@code %R} for the
		 * rank with leading zeros, {@code %h} for the host and {@code %%} for a percent sign.
		 */
		PATTERN
	}

	/**
	 * {@return the file}
	 *
	 * @param proc  a rank
	 * @param ranks the number of ranks of the job; padded ranks get as many digits
	 * @param host  the name of the rank's node
	 * @param error true for standard error, false for standard output
	 */
	public Path of(Proc proc, int ranks, String host, boolean error) {
		String rank = proc.rank().toString();
		String padded = "0".repeat(Math.max(0, Integer.toString(ranks).length() - rank.length())) + rank;
		String ending = error ? ".err" : ".out";
		return switch (form) {
			case DIRECTORY -> path.resolve(BytePaths.of(proc.nspace())).resolve("rank." + padded).resolve(error ? "stderr" : "stdout");
			case NAME -> BytePaths.of(BytePaths.text(path) + "." + proc.nspace() + "." + padded + ending);
			case PATTERN -> BytePaths.of(BytePaths.text(path).replace("%%", "\0").replace("%n", proc.nspace()).replace("%r", rank)
					.replace("%R", padded).replace("%h", host).replace("\0", "%") + ending);
		};
	}
}
