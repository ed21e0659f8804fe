// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;

import org.pmix4j.model.bytes.ByteStrings;

/** Writes text to a standard stream of this process, and escapes what the charset of the stream lacks, such as bytes of file names. */
final class EscapingWriter extends FilterWriter {
	private final Charset charset;

	private EscapingWriter(PrintStream stream) {
		super(new OutputStreamWriter(stream, stream.charset()));
		charset = stream.charset();
	}

	/** Returns a writer that flushes each line. */
	static PrintWriter to(PrintStream stream) {
		return new PrintWriter(new EscapingWriter(stream), true);
	}

	@Override
	public void write(String text, int from, int length) throws IOException {
		out.write(ByteStrings.shown(text.substring(from, from + length), charset));
	}

	@Override
	public void write(char[] text, int from, int length) throws IOException {
		write(new String(text, from, length), 0, length);
	}

	@Override
	public void write(int c) throws IOException {
		write(Character.toString(c), 0, 1);
	}
}
