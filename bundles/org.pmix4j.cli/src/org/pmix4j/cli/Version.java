// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

import picocli.CommandLine.IVersionProvider;

/** Provides the text of {@code --version}. */
final class Version implements IVersionProvider {
	private static final String RESOURCE = "version.properties";

	@Override
	public String[] getVersion() throws IOException {
		Properties properties = new Properties();
		try (InputStream in = Version.class.getResourceAsStream(RESOURCE)) {
			if (in == null) {
				throw new IOException(RESOURCE + " is missing");
			}
			properties.load(in);
		}
		return new String[] { "pmix4j " + properties.getProperty("version"),
				"serves programs linked with OpenPMIx 2.1 to 6.1, Open MPI 4.1 and 5 among them",
				"Java " + Runtime.version() + ", " + System.getProperty("os.name") + " " + System.getProperty("os.arch") };
	}
}
