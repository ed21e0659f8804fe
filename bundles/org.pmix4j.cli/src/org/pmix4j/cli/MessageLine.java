// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.io.PrintWriter;

import org.pmix4j.model.bytes.ByteStrings;
import org.pmix4j.model.internal.text.PeerText;

/**
 * Prints messages of the command. Escapes what could control the terminal, as messages may contain text of a job's processes, and what the
 * charset of the terminal lacks, such as bytes of file names. Stateless.
 */
final class MessageLine {
	private MessageLine() {
	}

	static void print(PrintWriter err, String message) {
		err.println("pmix4j: " + ByteStrings.shown(PeerText.line(message), System.err.charset()));
	}
}
