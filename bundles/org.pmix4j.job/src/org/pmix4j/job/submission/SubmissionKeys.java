// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.submission;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.ValueType;

/** Attributes with which a submitter and a PMIx4J server understand each other; other servers ignore them. */
public final class SubmissionKeys {
	/** The beginning of each namespace of our servers and of their jobs. */
	public static final String NAMESPACE_PREFIX = "p4j-";
	/** The end of the namespace of each of our servers. */
	public static final String SERVER_SUFFIX = "@0";

	/** In a spawn request: the working directory of the job, whose output comes formatted, with its result at the end. */
	public static final Attribute<String> SUBMIT = Attribute.of("pmix4j.submit", ValueType.STRING);
	/** In job control by the submitter: interrupt the job as Ctrl-C does in a launcher. */
	public static final Attribute<Boolean> INTERRUPT = Attribute.of("pmix4j.interrupt", ValueType.BOOL);
	/** In job control by the submitter: the size of its terminal, rows and columns as {@code 24x80}, which has changed. */
	public static final Attribute<String> TERMINAL_SIZE = Attribute.of("pmix4j.terminal.size", ValueType.STRING);
	/** In job control by the submitter: describe the state of the job on the diagnostic stream. */
	public static final Attribute<Boolean> DESCRIBE = Attribute.of("pmix4j.describe", ValueType.BOOL);
	/** In the answer to a tool that ends the server: how many seconds its end may take. */
	public static final Attribute<Long> END_LIMIT = Attribute.of("pmix4j.end-limit", ValueType.UINT64);
	/** With a piece of diagnostic output: the text is a report, such as a map, for the standard output of the submitter. */
	public static final Attribute<Boolean> REPORT = Attribute.of("pmix4j.report", ValueType.BOOL);
	/** With a piece of output: a line feed that ends the unfinished line of a rank, as another one writes next. No rank has written it. */
	public static final Attribute<Boolean> LINE_END = Attribute.of("pmix4j.line-end", ValueType.BOOL);
	/** With a piece of output of another job: the namespace of the submitted job from which that job descends. */
	public static final Attribute<String> ROOT = Attribute.of("pmix4j.root", ValueType.STRING);

	private SubmissionKeys() {
	}
}
