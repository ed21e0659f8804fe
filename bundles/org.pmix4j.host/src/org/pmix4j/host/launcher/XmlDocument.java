// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.launcher;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

import org.pmix4j.job.JobSpec;
import org.pmix4j.job.StreamSink;
import org.pmix4j.job.options.OutputOptions;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.LineMarker;
import org.pmix4j.model.OutputFormat;
import org.pmix4j.model.Proc;

/**
 * The document that a launcher writes to standard output if the lines of its job are XML elements: a root element around them. Owned by
 * the launcher. Thread-safe.
 *
 * @see "PRRTE 3.0.8, prterun --output xml, whose root element is prterun"
 */
public final class XmlDocument {
	private static final String ROOT = "pmix4j";

	private final StreamSink sink;
	private final boolean isXml;

	private XmlDocument(StreamSink sink, boolean isXml) {
		this.sink = sink;
		this.isXml = isXml;
	}

	/**
	 * Begins the document if the output of a job is XML; else nothing is ever written.
	 *
	 * @param job  to be launched
	 * @param sink takes the output
	 * @return the document
	 */
	public static XmlDocument begin(JobSpec job, StreamSink sink) {
		XmlDocument document = new XmlDocument(sink, job.get(OutputOptions.XML));
		document.write("<" + ROOT + ">");
		return document;
	}

	/** Ends the document, behind all output. */
	public void end() {
		write("</" + ROOT + ">");
	}

	private void write(String tag) {
		try {
			if (isXml) {
				sink.println(IofChannel.STDOUT, tag);
			}
		} catch (IOException e) {
			// the output of the job fails, too, and its failure is reported
		}
	}

	/**
	 * {@return a report of the launcher as it belongs into the output: elements of the whole job, unless it is XML itself}
	 *
	 * @param nspace of the job
	 * @param text   whole lines
	 */
	public String report(String nspace, String text) {
		if (!isXml || text.startsWith("<")) {
			return text;
		}
		LineMarker marker = new LineMarker(new OutputFormat(OutputFormat.Tag.NONE, false, true), Proc.wildcard(nspace), IofChannel.STDOUT, "");
		byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
		ByteBuffer marked = marker.mark(bytes, 0, bytes.length);
		return StandardCharsets.UTF_8.decode(marked).toString();
	}
}
