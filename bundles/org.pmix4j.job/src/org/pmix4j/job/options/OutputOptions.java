// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.options;

import java.nio.file.Path;

import org.pmix4j.model.OutputFormat.Tag;
import org.pmix4j.model.attributes.IofAttributes;
import org.pmix4j.model.attributes.SpawnAttributes;

/**
 * Options that decide how output looks and where it goes.
 *
 * @see "PRRTE 3, prterun --help output; Open MPI 4.1, mpirun(1)"
 */
public final class OutputOptions {
	/** The tag before each line. */
	public static final JobOption<Tag> TAG = JobOption
			.of(OptionScope.JOB, "tag", OptionType.choice(Tag.JOB, Tag.RANK, Tag.DETAILED, Tag.NAMESPACE, Tag.NONE), Tag.NONE,
					"Put a tag before each line: job (the default: '[job,rank]<stdout>: '), rank, detailed (with host and pid)"
							+ " or namespace.")
			.withValueWords("KIND", "--tag", "--tag-output").in(OptionGroup.OUTPUT).asCommon().withFallback(Tag.JOB)
			.withListWord(OptionList.OUTPUT, "tag", Tag.JOB)
			.withListWord(OptionList.OUTPUT, "tag-detailed", Tag.DETAILED).withListWord(OptionList.OUTPUT, "tag-fullname", Tag.NAMESPACE)
			.withListWord(OptionList.OUTPUT, "rank", Tag.RANK).withKey("org.pmix4e.launch.tag")
			.withSpelling("-prepend-rank", Tag.RANK).withSpelling("-l", Tag.RANK)
			.whenTrue(IofAttributes.IOF_TAG_FULLNAME_OUTPUT, Tag.NAMESPACE).whenTrue(IofAttributes.IOF_TAG_DETAILED_OUTPUT, Tag.DETAILED)
			.whenTrue(IofAttributes.IOF_RANK_OUTPUT, Tag.RANK).whenTrue(IofAttributes.IOF_TAG_OUTPUT, Tag.JOB)
			.whenTrue(IofAttributes.TAG_OUTPUT, Tag.JOB).whenFalse(IofAttributes.IOF_TAG_OUTPUT, Tag.NONE)
			.whenFalse(IofAttributes.TAG_OUTPUT, Tag.NONE).asInherited();
	/** Puts the time before the tag. */
	public static final JobOption<Boolean> TIMESTAMP = JobOption
			.flag(OptionScope.JOB, "timestamp", "Put the time before each line.").withWords("--timestamp", "--timestamp-output")
			.in(OptionGroup.OUTPUT).asCommon().withKey("org.pmix4e.launch.timestamp")
			.withListWord(OptionList.OUTPUT, "timestamp", true).withAttribute(IofAttributes.IOF_TIMESTAMP_OUTPUT)
			.withAttribute(IofAttributes.TIMESTAMP_OUTPUT).asInherited();
	/** Writes each line as an XML element with namespace and rank. */
	public static final JobOption<Boolean> XML = JobOption
			.flag(OptionScope.JOB, "output as XML", "Make each line an XML element with its rank, and all of them one document.")
			.withWords("--xml").in(OptionGroup.OUTPUT)
			.withListWord(OptionList.OUTPUT, "xml", true).withAttribute(IofAttributes.IOF_XML_OUTPUT).asInherited();
	/** Sends standard error where standard output goes, by the same descriptor, which makes them indistinguishable. */
	public static final JobOption<Boolean> MERGE = JobOption
			.flag(OptionScope.JOB, "merging of standard error", "Send standard error to standard output.")
			.withWords("--merge-stderr", "--merge-stderr-to-stdout").in(OptionGroup.OUTPUT).asCommon()
			.withListWord(OptionList.OUTPUT, "merge-stderr-to-stdout", true)
			.withKey("org.eclipse.debug.core.ATTR_MERGE_OUTPUT").withAttribute(IofAttributes.IOF_MERGE_STDERR_STDOUT)
			.withAttribute(IofAttributes.MERGE_STDERR_STDOUT).asInherited();
	/** Passes bytes on immediately, without waiting for the end of the line. */
	public static final JobOption<Boolean> RAW = JobOption
			.flag(OptionScope.JOB, "raw output", "Pass on all bytes immediately; lines of several ranks may mix.").withWords("--raw")
			.in(OptionGroup.OUTPUT).withKey("org.pmix4e.launch.raw")
			.withListWord(OptionList.OUTPUT, "raw", true).withAttribute(IofAttributes.IOF_OUTPUT_RAW).asInherited();
	/** Makes standard output a pipe instead of a pseudo-terminal, as standard error is. */
	public static final JobOption<Boolean> NO_PTY = JobOption
			.flag(OptionScope.JOB, "ban of pseudo-terminals", "Make standard output a pipe, not a terminal.")
			.withWords("--no-pty").in(OptionGroup.OUTPUT).withKey("org.pmix4e.launch.noPty").whenFalse(SpawnAttributes.SPAWN_PTY, true)
			.whenTrue(SpawnAttributes.SPAWN_PTY, false).asInherited();
	/** The size of the pseudo-terminals. */
	public static final JobOption<TerminalSize> TERMINAL_SIZE = JobOption
			.of(OptionScope.JOB, "size of terminals", OptionType.TERMINAL_SIZE, TerminalSize.DEFAULT,
					"Give the terminals of the ranks that size. Default: always that of the launcher's terminal, else 24x80.")
			.withValueWords("ROWSxCOLUMNS", "--terminal-size").in(OptionGroup.OUTPUT)
			.withoutAttribute("the Standard has none; a submitted job brings the size of its terminal under a key of our own").asInherited();
	/** Writes output to files only. */
	public static final JobOption<Boolean> NO_COPY = JobOption
			.flag(OptionScope.JOB, "output to files only", "Write output to the files only.").withListWord(OptionList.OUTPUT, "nocopy", true)
			.withListWord(OptionList.OUTPUT, "copy", false).withKey("org.pmix4e.launch.outputFilesOnly")
			.withAttribute(IofAttributes.IOF_FILE_ONLY).withAttribute(IofAttributes.OUTPUT_NOCOPY);
	/** Takes the name of the output files as a pattern. */
	public static final JobOption<Boolean> PATTERN = JobOption
			.flag(OptionScope.JOB, "pattern for output files", "Take the name in file=NAME for a pattern: %n is the namespace, %r the rank,"
					+ " %R the rank with leading zeros, %h the host, %% a percent sign.")
			.withListWord(OptionList.OUTPUT, "pattern", true).withAttribute(IofAttributes.IOF_FILE_PATTERN);
	/** The directory in which each rank has files for its output; empty for none. */
	public static final JobOption<Path> DIRECTORY = JobOption
			.of(OptionScope.JOB, "output directory", OptionType.PATH, Path.of(""),
					"Write to DIR/<namespace>/rank.<rank>/stdout and stderr, too; with DIR:nocopy only there.")
			.withListWord(OptionList.OUTPUT, "dir").withListWord(OptionList.OUTPUT, "directory")
			.withValueWords("DIR", "--output-filename", "--output-directory").in(OptionGroup.OUTPUT).asCommon().withModifier("nocopy", NO_COPY)
			.withKey("org.pmix4e.launch.outputDirectory")
			.withText(IofAttributes.IOF_OUTPUT_TO_DIRECTORY).withText(IofAttributes.OUTPUT_TO_DIRECTORY);
	/** The beginning of the names of files for output, or their pattern; empty for none. */
	public static final JobOption<Path> FILE = JobOption
			.of(OptionScope.JOB, "output file", OptionType.PATH, Path.of(""), "Write to NAME.<namespace>.<rank>.out and .err, too.")
			.withValueWords("NAME").withListWord(OptionList.OUTPUT, "file").withListWord(OptionList.OUTPUT, "filename")
			.withText(IofAttributes.IOF_OUTPUT_TO_FILE).withText(IofAttributes.OUTPUT_TO_FILE);

	private OutputOptions() {
	}
}
