// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

import java.nio.charset.StandardCharsets;

/**
 * Tags of output lines that show their origin. Usually applied where output is written to a terminal or file; output forwarded to other
 * peers stays untagged. Immutable.
 *
 * @param tag       text before each line; with XML, attributes of the element
 * @param timestamp whether the time precedes the tag
 * @param xml       whether each line becomes an element named after its stream
 * @see "PMIx Standard, PMIX_IOF_TAG_OUTPUT and related attributes; OpenPMIx src/common/pmix_iof.c"
 */
public record OutputFormat(Tag tag, boolean timestamp, boolean xml) {
	/** Text before each line. */
	public enum Tag {
		/** No tag. */
		NONE,
		/** {@code [1,0]<stdout>: }: job and rank. */
		JOB,
		/** {@code [1,0][node:4711]<stdout>: }: job, rank, node and process id. */
		DETAILED,
		/** {@code [p4j-...@1,0]<stdout>: }: full namespace and rank. */
		NAMESPACE,
		/** {@code [0]<stdout>: }: rank only. */
		RANK
	}

	/** Unchanged lines. */
	public static final OutputFormat PLAIN = new OutputFormat(Tag.NONE, false, false);

	/** {@return whether lines stay unchanged} */
	public boolean isPlain() {
		return tag == Tag.NONE && !timestamp && !xml;
	}

	/**
	 * {@return the text before a line that is written now, in UTF-8; empty if {@link #isPlain}}
	 *
	 * @param source  process that writes the line
	 * @param channel the stream
	 * @param node    host name, colon and process id, for {@link Tag#DETAILED}
	 */
	public byte[] prefix(Proc source, IofChannel channel, String node) {
		if (isPlain()) {
			return new byte[0];
		}
		String time = timestamp ? CTime.format(CTime.now()) : "";
		String text;
		if (xml) {
			text = "<" + streamName(channel) + job(source) + " rank=\"" + source.rank() + "\""
					+ (tag == Tag.DETAILED ? place(node) : "") + (timestamp ? " timestamp=\"" + time + "\"" : "") + ">";
		} else {
			text = (timestamp ? "[" + time + "]" : "") + who(source, node) + "<" + streamName(channel) + ">: ";
		}
		return text.getBytes(StandardCharsets.UTF_8);
	}

	/** Returns the attribute of an element that names the job; empty if the tag does not. */
	private String job(Proc source) {
		return switch (tag) {
			case NONE, RANK -> "";
			case JOB -> " jobid=\"" + escaped(Nspace.jobNumber(source.nspace())) + "\"";
			case DETAILED, NAMESPACE -> " nspace=\"" + escaped(source.nspace()) + "\"";
		};
	}

	/** Returns the attributes of an element that {@link Tag#DETAILED} adds. */
	private static String place(String node) {
		int colon = node.lastIndexOf(':');
		return " host=\"" + escaped(node.substring(0, Math.max(0, colon))) + "\" pid=\"" + node.substring(colon + 1) + "\"";
	}

	private String who(Proc source, String node) {
		String job = Nspace.jobNumber(source.nspace());
		return switch (tag) {
			case NONE -> "";
			case JOB -> "[" + job + "," + source.rank() + "]";
			case DETAILED -> "[" + job + "," + source.rank() + "][" + node + "]";
			case NAMESPACE -> "[" + source.nspace() + "," + source.rank() + "]";
			case RANK -> rankTag(source.rank());
		};
	}

	/**
	 * {@return the short tag of its lines, which consoles use, too: {@code [3]}}
	 *
	 * @param rank of a process
	 */
	public static String rankTag(Rank rank) {
		return "[" + rank + "]";
	}

	private static String escaped(String name) {
		return name.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
	}

	/**
	 * {@return its name in tags: stdout, stderr or stddiag}
	 *
	 * @param channel an output stream
	 */
	public static String streamName(IofChannel channel) {
		if (channel.contains(IofChannel.STDOUT)) {
			return "stdout";
		}
		return channel.contains(IofChannel.STDERR) ? "stderr" : "stddiag";
	}
}
