// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** A folder with a program sendmail that keeps one mail instead of sending it. Belongs to one test. */
public final class Mailer {
	private static final String KEEP = "printf '%s\\n' \"$@\" >\"$0.arguments\"; cat >\"$0.mail\"";

	private final Path program;

	private Mailer(Path program) {
		this.program = program;
	}

	/**
	 * @param folder an existing folder
	 * @return a mailer that takes every mail
	 * @throws IOException if the program cannot be written
	 */
	public static Mailer in(Path folder) throws IOException {
		return in(folder, KEEP);
	}

	/**
	 * @param folder an existing folder
	 * @param script commands of a shell that the mailer runs instead of keeping the mail
	 * @return the mailer
	 * @throws IOException if the program cannot be written
	 */
	public static Mailer in(Path folder, String script) throws IOException {
		Path program = Files.writeString(folder.resolve("sendmail"), "#!/bin/sh\n" + script + "\n");
		return new Mailer(Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------")));
	}

	/** @return a search path with the mailer first */
	public String path() {
		return program.getParent() + ":" + System.getenv("PATH");
	}

	/** @return the arguments of its last run */
	public List<String> arguments() throws IOException {
		return Files.readAllLines(program.resolveSibling("sendmail.arguments"));
	}

	/** @return the lines of the last mail, with its header */
	public List<String> mail() throws IOException {
		return Files.readAllLines(program.resolveSibling("sendmail.mail"));
	}
}
