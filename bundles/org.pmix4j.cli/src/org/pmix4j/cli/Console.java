// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.io.PrintWriter;

import org.pmix4j.model.bytes.ByteStrings;
import org.pmix4j.model.internal.text.PeerText;

/**
 * The streams that a command of this process writes to, and the signals that it gets. Immutable.
 *
 * @param out     receives help and version
 * @param err     receives messages; must not block
 * @param signals of this process
 */
record Console(PrintWriter out, PrintWriter err, LauncherSignals signals) {
	/** Prints a message of the command. */
	void message(String text) {
		message(err, text);
	}

	/**
	 * Prints a message. Escapes what could control the terminal, as messages may contain text of a job's processes, and what the charset of
	 * the terminal lacks, such as bytes of file names.
	 */
	static void message(PrintWriter err, String text) {
		err.println("pmix4j: " + ByteStrings.shown(PeerText.line(text), System.err.charset()));
	}

	/** Prints a line of an answer; text of peers cannot control the terminal. */
	void line(String text) {
		out.println(ByteStrings.shown(PeerText.line(text), System.out.charset()));
	}

	/** Prints what is wrong with a command line and where to read more, and returns the exit code. */
	int usageError(String text, String help) {
		message(text);
		err.println("Try '" + help + "'.");
		return Main.USAGE;
	}
}
