// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host;

import java.util.Optional;

import org.pmix4j.model.OutputFormat;
import org.pmix4j.model.OutputFormat.Tag;

/**
 * How the output of a job looks. Immutable.
 *
 * @param tag       what stands before each line
 * @param timestamp whether the time stands before the tag
 * @param merge     whether standard error goes where standard output goes; its tag still says stderr
 * @param raw       true to pass bytes on at once, without waiting for the end of the line. A job of one rank without tags is
 *                  always so, as there is nothing to mix its output with
 * @param xml       whether each line is an element, which names namespace and rank
 * @param files     where it is written, besides
 * @see "PMIx Standard, PMIX_IOF_TAG_OUTPUT and the attributes beside it"
 */
public record OutputSpec(Tag tag, boolean timestamp, boolean merge, boolean raw, boolean xml, Optional<OutputFiles> files) {
	/** Lines as they are. */
	public static final OutputSpec PLAIN = new OutputSpec(Tag.NONE, false, false, false);

	/**
	 * Neither XML nor files.
	 *
	 * @param tag       what stands before each line
	 * @param timestamp whether the time stands before the tag
	 * @param merge     whether standard error goes where standard output goes
	 * @param raw       whether bytes are passed on at once
	 */
	public OutputSpec(Tag tag, boolean timestamp, boolean merge, boolean raw) {
		this(tag, timestamp, merge, raw, false, Optional.empty());
	}

	/**
	 * @param tag what stands before each line
	 * @return lines with it
	 */
	public static OutputSpec tagged(Tag tag) {
		return new OutputSpec(tag, false, false, false);
	}

	/** @return whether anything is added to each line */
	public boolean isTagged() {
		return !format().isPlain();
	}

	/** @return what is added to each line */
	public OutputFormat format() {
		return new OutputFormat(tag, timestamp, xml);
	}
}
