// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.launcher.tests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.pmix4j.testkit.Checkout;

/** Writes shell scripts that start the launcher in environments that Java cannot create. Stateless. */
final class Wrapper {
	private Wrapper() {
	}

	/** Writes a script with one command, in which $PMIX4J is the launcher and $@ are its arguments. */
	static Path write(Path folder, String command) throws IOException {
		Path script = Files.writeString(folder.resolve("wrapper"), "#!/bin/sh\nPMIX4J='" + Checkout.script() + "'\n" + command + "\n");
		if (!script.toFile().setExecutable(true)) {
			throw new IOException(script + " cannot be made executable");
		}
		return script;
	}
}
