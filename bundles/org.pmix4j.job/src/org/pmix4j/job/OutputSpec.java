// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job;

import java.nio.file.Path;
import java.util.Optional;

import org.pmix4j.job.OutputFiles.Form;
import org.pmix4j.job.options.OptionValues;
import org.pmix4j.job.options.OutputOptions;
import org.pmix4j.model.OutputFormat;
import org.pmix4j.model.OutputFormat.Tag;

/**
 * The form of a job's output: the values of {@link OutputOptions}. The lines of several ranks never share a line, unless the output is
 * raw: an unfinished line is ended before another rank writes. Immutable.
 *
 * @param tag       what stands before each line
 * @param timestamp whether the time stands before the tag
 * @param merge     whether standard error goes where standard output goes; its tag still says stderr
 * @param raw       true to pass bytes on immediately, without waiting for the end of the line. A job of one rank without tags is
 *                  always so, as there is nothing to mix its output with
 * @param xml       whether each line is an element, which names namespace and rank
 * @param files     files that it is written to, too
 * @see "PMIx Standard, PMIX_IOF_TAG_OUTPUT and the attributes beside it"
 */
public record OutputSpec(Tag tag, boolean timestamp, boolean merge, boolean raw, boolean xml, Optional<OutputFiles> files) {
	/** Lines as they are; one rank alone writes the same bytes as without a launcher. */
	public static final OutputSpec PLAIN = new OutputSpec(Tag.NONE, false, false, false, false, Optional.empty());

	/**
	 * {@return lines with it}
	 *
	 * @param tag what stands before each line
	 */
	public static OutputSpec tagged(Tag tag) {
		return PLAIN.withTag(tag);
	}

	/**
	 * @param values of a job
	 * @return what they say of its output
	 */
	static OutputSpec of(OptionValues values) {
		return new OutputSpec(values.get(OutputOptions.TAG), values.get(OutputOptions.TIMESTAMP), values.get(OutputOptions.MERGE),
				values.get(OutputOptions.RAW), values.get(OutputOptions.XML), files(values));
	}

	private static Optional<OutputFiles> files(OptionValues values) {
		boolean alone = values.get(OutputOptions.NO_COPY);
		if (values.isSet(OutputOptions.DIRECTORY)) {
			return Optional.of(new OutputFiles(values.get(OutputOptions.DIRECTORY), Form.DIRECTORY, alone));
		}
		Path file = values.get(OutputOptions.FILE);
		Form form = values.get(OutputOptions.PATTERN) ? Form.PATTERN : Form.NAME;
		return values.isSet(OutputOptions.FILE) ? Optional.of(new OutputFiles(file, form, alone)) : Optional.empty();
	}

	/** Returns the values with those of this, in place of all earlier ones about output. */
	OptionValues addTo(OptionValues values) {
		OptionValues all = values.without(OutputOptions.DIRECTORY).without(OutputOptions.FILE).with(OutputOptions.TAG, tag)
				.with(OutputOptions.TIMESTAMP, timestamp).with(OutputOptions.MERGE, merge).with(OutputOptions.RAW, raw)
				.with(OutputOptions.XML, xml).with(OutputOptions.NO_COPY, files.isPresent() && files.get().alone())
				.with(OutputOptions.PATTERN, files.isPresent() && files.get().form() == Form.PATTERN);
		return files.isEmpty() ? all
				: all.with(files.get().form() == Form.DIRECTORY ? OutputOptions.DIRECTORY : OutputOptions.FILE, files.get().path());
	}

	/**
	 * {@return the same with it}
	 *
	 * @param value what stands before each line
	 */
	public OutputSpec withTag(Tag value) {
		return new OutputSpec(value, timestamp, merge, raw, xml, files);
	}

	/**
	 * {@return the same with it}
	 *
	 * @param value whether the time stands before the tag
	 */
	public OutputSpec withTimestamp(boolean value) {
		return new OutputSpec(tag, value, merge, raw, xml, files);
	}

	/**
	 * {@return the same with it}
	 *
	 * @param value whether standard error goes where standard output goes
	 */
	public OutputSpec withMerge(boolean value) {
		return new OutputSpec(tag, timestamp, value, raw, xml, files);
	}

	/**
	 * {@return the same with it}
	 *
	 * @param value whether bytes are passed on immediately
	 */
	public OutputSpec withRaw(boolean value) {
		return new OutputSpec(tag, timestamp, merge, value, xml, files);
	}

	/**
	 * {@return the same with it}
	 *
	 * @param value whether each line is an element
	 */
	public OutputSpec withXml(boolean value) {
		return new OutputSpec(tag, timestamp, merge, raw, value, files);
	}

	/**
	 * {@return the same with them}
	 *
	 * @param value files that it is written to, too
	 */
	public OutputSpec withFiles(OutputFiles value) {
		return new OutputSpec(tag, timestamp, merge, raw, xml, Optional.of(value));
	}

	/** {@return whether anything is added to each line} */
	public boolean isTagged() {
		return !format().isPlain();
	}

	/** {@return what is added to each line} */
	public OutputFormat format() {
		return new OutputFormat(tag, timestamp, xml);
	}
}
