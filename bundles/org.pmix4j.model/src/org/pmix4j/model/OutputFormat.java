// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

import java.nio.charset.StandardCharsets;

/**
 * How lines of output are marked with where they come from. Immutable; {@link LineMarker} applies it. Whoever writes output to
 * a terminal or a file does that, as a rule; what is passed on to somebody else stays as it is.
 *
 * @param tag       what stands before each line; with XML, attributes of the element
 * @param timestamp whether the time stands before the tag
 * @param xml       whether each line is an element, named after the stream
 * @see "PMIx Standard, PMIX_IOF_TAG_OUTPUT and the attributes beside it; OpenPMIx src/common/pmix_iof.c"
 */
public record OutputFormat(Tag tag, boolean timestamp, boolean xml) {
	/** What stands before each line. */
	public enum Tag {
		/** Nothing. */
		NONE,
		/** {@code [1,0]<stdout>: }, job and rank. */
		JOB,
		/** {@code [1,0][node:4711]<stdout>: }, with node and process id. */
		DETAILED,
		/** {@code [p4j-...@1,0]<stdout>: }, with the whole namespace. */
		NAMESPACE,
		/** {@code [0]<stdout>: }, the rank alone. */
		RANK
	}

	/** Lines as they are. */
	public static final OutputFormat PLAIN = new OutputFormat(Tag.NONE, false, false);

	/** @return whether lines stay as they are */
	public boolean isPlain() {
		return tag == Tag.NONE && !timestamp && !xml;
	}

	/** What stands before a line that is written now; node is host name, colon and process id. */
	byte[] before(Proc source, IofChannel channel, String node) {
		String time = timestamp ? CTime.format(CTime.now()) : "";
		String text;
		if (xml) {
			text = "<" + stream(channel) + " nspace=\"" + escaped(source.nspace()) + "\" rank=\"" + source.rank() + "\""
					+ (timestamp ? " timestamp=\"" + time + "\"" : "") + ">";
		} else {
			text = (timestamp ? "[" + time + "]" : "") + who(source, node) + "<" + stream(channel) + ">: ";
		}
		return text.getBytes(StandardCharsets.UTF_8);
	}

	private String who(Proc source, String node) {
		String job = source.nspace().substring(source.nspace().lastIndexOf('@') + 1);
		return switch (tag) {
			case NONE -> "";
			case JOB -> "[" + job + "," + source.rank() + "]";
			case DETAILED -> "[" + job + "," + source.rank() + "][" + node + "]";
			case NAMESPACE -> "[" + source.nspace() + "," + source.rank() + "]";
			case RANK -> "[" + source.rank() + "]";
		};
	}

	private static String escaped(String name) {
		return name.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
	}

	static String stream(IofChannel channel) {
		if (channel.contains(IofChannel.STDOUT)) {
			return "stdout";
		}
		return channel.contains(IofChannel.STDERR) ? "stderr" : "stddiag";
	}
}
