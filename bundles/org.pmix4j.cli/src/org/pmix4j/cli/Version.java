// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.Properties;

import org.pmix4j.model.internal.text.ProgramForm;

/** The text of {@code --version}. Stateless. Initialized when the native executable is built. */
final class Version {
	private static final String RESOURCE = "version.properties";
	private static final String NUMBER = read();

	private Version() {
	}

	/** @return the version of this project */
	static String text() {
		return NUMBER;
	}

	private static String read() {
		Properties properties = new Properties();
		try (InputStream in = Version.class.getResourceAsStream(RESOURCE)) {
			if (in == null) {
				throw new IOException(RESOURCE + " is missing");
			}
			properties.load(in);
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
		return properties.getProperty("version");
	}

	static void print(PrintWriter out) {
		out.println("pmix4j " + text());
		out.println("serves programs linked with OpenPMIx 2.1 to 7.0, Open MPI 4.1 and 5 among them");
		String form = ProgramForm.isNative() ? "native executable, built with Java " : "Java ";
		out.println(form + Runtime.version() + ", " + System.getProperty("os.name") + " " + System.getProperty("os.arch"));
	}
}
