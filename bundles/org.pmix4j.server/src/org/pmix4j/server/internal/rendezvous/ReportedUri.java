// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.rendezvous;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;

import org.pmix4j.model.bytes.BytePaths;
import org.pmix4j.model.bytes.OwnProcess;

/**
 * Writes the server's address to the requested place: "-" for standard output, "+" for standard error, the number of an open file
 * descriptor, or a file. Stateless.
 *
 * @see "OpenPMIx src/mca/ptl/base/ptl_base_listener.c, report_uri"
 */
final class ReportedUri {
	private static final int MOST_DIGITS = 9;

	private ReportedUri() {
	}

	/**
	 * @param target  the place to report to
	 * @param uri     address of the server
	 * @param version release, which a file contains, too
	 * @param names   names of the environment variables in which clients expect the address
	 * @return the file to be removed when the server ends; empty if the target is not a regular file
	 * @throws IOException if the address cannot be written
	 */
	static Optional<ReportedFile> report(String target, String uri, String version, List<String> names) throws IOException {
		switch (target) {
			case "-" -> print(System.out, uri);
			case "+" -> print(System.err, uri);
			default -> {
				if (!isNumber(target)) {
					return ReportedFile.write(OwnProcess.directory().resolve(BytePaths.of(target)), uri + "\nv" + version + "\n");
				}
				Files.writeString(Path.of("/dev/fd", target), String.join(":", names) + ";" + uri + "\0", StandardCharsets.UTF_8,
						StandardOpenOption.WRITE);
			}
		}
		return Optional.empty();
	}

	private static void print(PrintStream stream, String uri) {
		stream.println(uri);
		stream.flush();
	}

	private static boolean isNumber(String target) {
		return !target.isEmpty() && target.length() <= MOST_DIGITS && target.chars().allMatch(c -> c >= '0' && c <= '9');
	}
}
